import { forgetMe, ownData } from '#contract/calls/ownData.ts'
import type { Router } from '#server/http/router.ts'
import type { Confirmations } from '../auth/index.ts'
import type { OwnData } from './own-data.ts'
import type { Retention } from './service.ts'

interface Parts {
  readonly router: Router
  readonly retention: Retention
  readonly ownDataOf: OwnData
  readonly confirmations: Confirmations
}

/** What a borrower may do with everything kept of them. Both ask for a fresh code. */
export function retentionRoutes({ router, retention, ownDataOf, confirmations }: Parts) {
  router.read(ownData, async ({ actor, reply }) => {
    confirmations.ask(actor)
    reply.header('content-disposition', 'attachment; filename="zayavka-data.json"')
    return ownDataOf(actor.id)
  })

  router.change(forgetMe, async ({ actor }, tx) => {
    confirmations.ask(actor)
    return retention.forget(tx, actor.id, actor.sessionId)
  })
}
