import { personName } from '#contract/facts.ts'
import type { ClientActor } from '#server/http/actors.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { People } from '../people/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import type { Signing } from './service.ts'

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly steps: Steps
  readonly signing: Signing
  readonly people: Pick<People, 'learn' | 'compare' | 'screen' | 'trace' | 'accounts' | 'noteChanges'>
}

/** A code as it was entered, and from where. */
export interface Entered {
  readonly code: string
  readonly package: string
  readonly version: number
  readonly address: string
  readonly userAgent: string
  /** The browser, by its own signed cookie. */
  readonly device?: string | undefined
}

/** Signs the application and sends the request for verification. */
export function createSending({ platform, requests, steps, signing, people }: Parts) {
  return async (tx: Tx, actor: ClientActor, requestId: string, entered: Entered): Promise<StoredRequest> => {
    const request = await requests.lock(tx, requestId, actor.id)
    if (await signing.alreadySigned(tx, request, 'application', { packageId: entered.package, code: entered.code }))
      return request
    if (request.state !== 'New' && request.state !== 'RollbackVerification') throw fail('state_conflict')
    if (request.version !== entered.version) throw fail('version_conflict', { details: { version: request.version } })
    const missing = await steps.missing(tx, request)
    if (missing.length > 0) throw fail('steps_missing', { details: { steps: missing } })
    const { signatureId } = await signing.confirm(tx, {
      request,
      purpose: 'application',
      packageId: entered.package,
      code: entered.code,
      sessionId: actor.sessionId,
      address: entered.address,
      userAgent: entered.userAgent,
      name: personName(requests.facts(request)),
    })
    await steps.settle(tx, request)
    await people.learn(tx, request.client_id, requests.facts(request))
    const sent = { id: request.id, clientId: request.client_id, facts: requests.facts(request) }
    await people.trace(tx, sent, entered)
    const refused = await requests.lastRefused(tx, await people.accounts(request.client_id, tx))
    if (refused) await people.noteChanges(tx, sent, requests.facts(refused))
    await people.compare(tx, request.client_id)
    await people.screen(tx, request.client_id)
    return requests.move(tx, request, {
      event: 'send',
      who: 'client',
      actor: { kind: 'client', id: actor.id },
      sentAt: platform.clock.now(),
      data: { signature: signatureId },
      shown: { returned: null },
    })
  }
}

export type SendRequest = ReturnType<typeof createSending>
