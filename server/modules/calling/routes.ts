import { callingNow } from '#contract/calls/calling.ts'
import { endCalling, startCalling } from '#contract/calls/office/calling.ts'
import type { Router } from '#server/http/router.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Calling } from './service.ts'

interface Parts {
  readonly router: Router
  readonly calling: Calling
  /** Throws unless the request is in this reviewer's hands. */
  readonly held: (tx: Tx, requestId: string, staffId: string) => Promise<unknown>
}

export function callingRoutes({ router, calling, held }: Parts) {
  router.read(callingNow, ({ actor }) => calling.seenBy(actor.id))

  router.change(startCalling, async ({ actor, params }, tx) => {
    await held(tx, params.id, actor.id)
    return calling.start(tx, params.id, actor.id)
  })

  router.change(endCalling, async ({ actor, params }, tx) => {
    await calling.end(tx, params.id, actor.id)
    return undefined
  })
}
