import { tellOpinion } from '#contract/calls/machine/opinions.ts'
import type { State } from '#contract/life.ts'
import type { Router } from '#server/http/router.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Requests } from '../requests/index.ts'
import { insertOpinion } from './opinion-store.ts'

const undecided: readonly State[] = ['New', 'Queued', 'InReview', 'RollbackVerification', 'Hyb_Verification_Approved']

interface Parts {
  readonly router: Router
  readonly platform: Pick<Platform, 'clock'>
  readonly requests: Pick<Requests, 'lock'>
}

/** The lender's own scoring says its word. */
export function opinionRoutes({ router, platform, requests }: Parts) {
  router.change(tellOpinion, async ({ actor, params, body }, tx) => {
    const now = platform.clock.now()
    const expires_at = new Date(body.expires)
    if (expires_at <= now)
      throw fail('bad_request', { issues: [{ field: 'expires', message: 'Этот срок уже прошёл' }] })
    const request = await requests.lock(tx, params.id)
    if (!undecided.includes(request.state)) throw fail('state_conflict')
    const { score, reasons } = body
    const id = newId()
    await insertOpinion(tx.db, {
      id,
      client_id: request.client_id,
      request_id: request.id,
      machine_id: actor.id,
      score,
      reasons,
      expires_at,
      at: now,
    })
    tx.journal({
      event: 'decision.opinion',
      actor: { kind: 'machine', id: actor.id },
      subject: { kind: 'request', id: request.id },
      data: { opinion: id, score, reasons },
    })
    return { id }
  })
}
