import '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { maskPhone, type Phone } from '#contract/identifiers.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { codeLifeSeconds, type OneTimeCodes } from '#server/platform/one-time-codes.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { RateLimit } from '#server/platform/rate.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Documents } from '../documents/index.ts'
import type { Messages } from '../messages/index.ts'
import type { Consents } from './consents.ts'
import type { Sessions } from './sessions.ts'
import { findClient, insertClient, readClient, updateClient, updatePhone } from './store.ts'

const minute = 60_000
const hour = 60 * minute

/** Resends: the first after a minute, five an hour and ten a day to a phone, twenty an hour from an address. */
const codeLimits = {
  pause: { limit: 1, window: minute },
  hourly: { limit: 5, window: hour },
  daily: { limit: 10, window: 24 * hour },
  address: { limit: 20, window: hour },
  everybody: { limit: 1000, window: minute },
} as const satisfies Record<string, RateLimit>
export type CodeLimits = Record<keyof typeof codeLimits, RateLimit>

const deviceCookie = '__Host-zayavka-device'

/** What is kept of a client beyond the phone's blind index. */
export interface ClientData {
  readonly phone: string
  /** Confirmed by a code. */
  readonly email?: string
  readonly name?: string
}

interface Parts {
  readonly platform: Platform
  readonly codes: OneTimeCodes
  readonly sessions: Sessions
  readonly consents: Consents
  readonly messages: Messages
  readonly documents: Documents
  readonly brand: string
  readonly limits?: CodeLimits
}

const place = (id: string) => ({ table: 'client', id })

/** Sign-up and sign-in by phone and SMS code. Whether a phone is known never shows before its code was right. */
export function createAuth(parts: Parts) {
  const { platform, codes, sessions, consents, messages, documents } = parts
  const { sealing, clientKeys, rate, random, config, clock } = platform
  const limits = parts.limits ?? codeLimits

  const withinLimits = (scope: keyof CodeLimits, key: string) => rate.within(`code.${scope}`, key, limits[scope])

  /** Ties a code to the browser that asked for it. */
  function deviceOf(http: FastifyRequest, reply: FastifyReply): string {
    const known = http.cookies[deviceCookie]
    if (known && known.length >= 40) return known
    const device = random.token()
    reply.setCookie(deviceCookie, device, {
      path: '/',
      httpOnly: true,
      secure: true,
      sameSite: 'lax',
      maxAge: 400 * 86_400,
    })
    return device
  }

  const codeFor = (phone: string, device: string) => ({
    purpose: 'sign-in',
    subject: sealing.indexes('phone', phone),
    binding: device,
  })

  async function makeAccount(
    tx: Tx,
    phone: string,
    accepted: readonly { id: string; version: string }[],
  ): Promise<string> {
    const needed = documents.current('signUp').filter((d) => d.required)
    const missing = needed.filter((d) => !accepted.some((a) => a.id === d.id && a.version === d.version))
    if (missing.length > 0) throw fail('documents_required', { details: { documents: documents.current('signUp') } })
    const id = newId()
    await insertClient(tx.db, {
      id,
      phone_index: sealing.index('phone', phone),
      sealed: (await clientKeys.of(tx.db, id)).seal({ phone } satisfies ClientData, place(id)),
      created_at: clock.now(),
      phone_changed_at: null,
    })
    await consents.give(tx, id, needed)
    tx.journal({ event: 'client.create', actor: { kind: 'client', id }, subject: { kind: 'client', id } })
    return id
  }

  async function client(tx: Tx | null, id: string): Promise<ClientData> {
    const db = tx?.db ?? platform.db
    const row = await readClient(db, id)
    if (!row) throw fail('not_found')
    return (await clientKeys.of(db, id)).unseal<ClientData>(row.sealed, place(id))
  }

  return {
    async sendCode(phone: string, http: FastifyRequest, reply: FastifyReply) {
      await withinLimits('address', http.ip)
      await withinLimits('pause', phone)
      await withinLimits('hourly', phone)
      await withinLimits('daily', phone)
      await withinLimits('everybody', 'all')
      const device = deviceOf(http, reply)
      await platform.transact(async (tx) => {
        const { code } = await codes.issue(tx.db, codeFor(phone, device), config.testCodes.sms)
        const text = `${parts.brand}: код входа ${code}. Никому его не говорите, даже нашим сотрудникам.`
        await messages.sms(tx, { kind: 'signInCode', phone, text })
      })
      return { resendAfterSeconds: limits.pause.window / 1000, livesSeconds: codeLifeSeconds }
    },

    /** Checks the code; a new phone makes the account once the documents of sign-up are accepted. Starts a session. */
    async signIn(
      tx: Tx,
      given: { phone: string; code: string; accepted?: readonly { id: string; version: string }[] | undefined },
      http: FastifyRequest,
      reply: FastifyReply,
    ) {
      const what = codeFor(given.phone, http.cookies[deviceCookie] ?? '')
      const codeId = await codes.check(tx.db, what, given.code)
      if (!codeId) {
        tx.journal({
          event: 'client.signInFailed',
          actor: { kind: 'nobody', id: null },
          subject: { kind: 'phone', id: sealing.index('phone', given.phone).toString('hex').slice(0, 16) },
        })
        throw fail('code_wrong', { keep: true })
      }
      const known = await findClient(tx.db, sealing.indexes('phone', given.phone))
      const id = known?.id ?? (await makeAccount(tx, given.phone, given.accepted ?? []))
      await codes.use(tx.db, codeId)
      // The pause is for codes that do not arrive; after a right one the next may follow at once.
      tx.afterCommit(() => rate.forget('code.pause', given.phone))
      await sessions.end(tx, http, reply)
      await sessions.start(tx, id, http, reply)
      tx.journal({ event: 'client.signIn', actor: { kind: 'client', id }, subject: { kind: 'client', id } })
      return { newAccount: !known, idleSeconds: sessions.idleSeconds }
    },

    client: (id: string) => client(null, id),
    clientWithin: (tx: Tx, id: string) => client(tx, id),

    /** Keeps what a step learnt about the person: name, confirmed e-mail. */
    async learn(tx: Tx, id: string, more: Partial<ClientData>): Promise<void> {
      const data = { ...(await client(tx, id)), ...more }
      await updateClient(tx.db, id, (await clientKeys.of(tx.db, id)).seal(data, place(id)))
    },

    /** Fails with `state_conflict` for a phone that has an account, this one's own too. */
    async setPhone(tx: Tx, id: string, phone: string): Promise<void> {
      if (await findClient(tx.db, sealing.indexes('phone', phone))) throw fail('state_conflict')
      const data = { ...(await client(tx, id)), phone }
      await updatePhone(tx.db, id, {
        phone_index: sealing.index('phone', phone),
        sealed: (await clientKeys.of(tx.db, id)).seal(data, place(id)),
        phone_changed_at: clock.now(),
      })
    },

    async profile(id: string, sessionId: string) {
      const data = await client(null, id)
      const list = await sessions.list(id)
      return {
        phone: maskPhone(data.phone as Phone),
        ...(data.email && { email: data.email }),
        ...(data.name && { name: data.name }),
        sessions: list.map((s) => ({
          id: s.id,
          device: s.device,
          startedAt: s.created_at.toISOString(),
          lastSeenAt: s.seen_at.toISOString(),
          current: s.id === sessionId,
        })),
        consents: await consents.list(id),
      }
    },
  }
}

export type Auth = ReturnType<typeof createAuth>
