import { addTask, endTask, officeTasks, tellClient } from '#contract/calls/office/tasks.ts'
import type { Router } from '#server/http/router.ts'
import type { Followups } from './service.ts'

interface Parts {
  readonly router: Router
  readonly followups: Followups
}

export function followupRoutes({ router, followups }: Parts) {
  router.read(officeTasks, ({ actor, query }) => followups.list(actor.id, query))
  router.change(addTask, ({ actor, body }, tx) => followups.add(tx, actor, body))
  router.change(endTask, async ({ actor, params, body }, tx) => {
    await followups.end(tx, params.id, actor.id, body.result)
    return undefined
  })
  // Looks after its own transaction: the limit is counted before it.
  router.read(tellClient, async ({ actor, params, body }) => {
    await followups.tell(params.id, actor.id, body.template)
    return undefined
  })
}
