import { currentRequest, findByClientIds, withdrawRequest } from '#contract/calls/requests.ts'
import { Reply, type Router } from '#server/http/router.ts'
import type { Polls } from './polls.ts'
import type { ListedRequest, Requests } from './service.ts'
import type { RequestViews } from './view.ts'

const isOpen = ({ state }: ListedRequest) => state !== 'Rejected' && state !== 'Processed'

/** The requests calls of the poll. */
export function requestRoutes(router: Router, requests: Requests, views: RequestViews, polls: Polls) {
  router.read(findByClientIds, async ({ actor }) => new Reply(200, await polls.answer(actor.id)))

  router.read(currentRequest, async ({ actor }) => {
    const current = (await requests.list(actor.id)).find(isOpen)
    return { status: 'correct' as const, data: current ? await views.view(current) : null }
  })

  router.change(withdrawRequest, async ({ actor, params, body }, tx) => {
    const request = await requests.lock(tx, params.id, actor.id)
    const withdrawn = await requests.move(tx, request, {
      event: 'withdraw',
      who: 'client',
      actor: { kind: 'client', id: actor.id },
      seen: body.version,
      shown: { rejection: { reason: 'withdrawn' }, returned: null },
    })
    return views.view(withdrawn, tx)
  })
}
