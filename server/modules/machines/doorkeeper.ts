import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { MachineActor } from '#server/http/actors.ts'
import { isAmong } from '#server/platform/addresses.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashOf } from './clients.ts'
import { countUse, tokenWithClient } from './store.ts'

interface Parts {
  readonly platform: Platform
  readonly today: () => IsoDate
}

const minute = 60_000
const tokenForm = /^Bearer +([\w-]{43})$/i

/** Finds out which machine client calls, by its token: RFC 6750. Counts the call and says how many are left. */
export function createMachineDoorkeeper({ platform, today }: Parts) {
  const { db, clock, rate, log } = platform

  return async (
    request: FastifyRequest,
    call: Pick<Call, 'name' | 'scope'>,
    reply: FastifyReply,
  ): Promise<MachineActor | null> => {
    const { authorization } = request.headers
    const token = tokenForm.exec(authorization ?? '')?.[1]
    const now = clock.now()
    const found = token && (await tokenWithClient(db, hashOf(token), now))
    const isOpen = found && found.state === 'active' && (found.until === null || today() <= found.until)
    if (!isOpen) {
      reply.header('www-authenticate', `Bearer realm="zayavka"${authorization ? ', error="invalid_token"' : ''}`)
      return null
    }
    const { id, addresses, granted, scopes } = found
    if (addresses.length > 0 && !isAmong(addresses, request.ip)) {
      log.warn(
        { machine: id, address: request.ip },
        'a machine client’s token came from an address that is not its own',
      )
      throw fail('forbidden')
    }
    const verdict = await rate.hit('machine', id, { limit: found.rate, window: minute })
    // draft-ietf-httpapi-ratelimit-headers
    reply.header('ratelimit-policy', `"client";q=${found.rate};w=60`)
    reply.header('ratelimit', `"client";r=${verdict.left};t=${verdict.resets}`)
    if (!verdict.allowed) throw fail('too_often', { details: { retryAfter: verdict.retryAfter } })
    const { scope } = call
    if (!scope || !granted.includes(scope) || !scopes.includes(scope)) {
      reply.header('www-authenticate', `Bearer realm="zayavka", error="insufficient_scope", scope="${scope ?? ''}"`)
      throw fail('forbidden', { details: { scope } })
    }
    await countUse(db, id, call.name, today(), now)
    return { kind: 'machine', id }
  }
}
