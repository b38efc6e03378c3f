import {
  answerHandover,
  answerOwnHandover,
  openHandover,
  seeHandover,
  seeOwnHandover,
  startHandover,
} from '#contract/calls/handover.ts'
import type { Router } from '#server/http/router.ts'
import type { Requests, RequestViews } from '../requests/index.ts'
import type { Steps } from '../steps/index.ts'
import type { Handovers } from './service.ts'

interface Parts {
  readonly router: Router
  readonly handovers: Handovers
  readonly requests: Requests
  readonly steps: Steps
  readonly views: RequestViews
  readonly now: () => Date
}

export function handoverRoutes({ router, handovers, requests, steps, views, now }: Parts) {
  router.change(startHandover, async ({ actor, params }, tx) =>
    handovers.start(tx, await requests.lock(tx, params.id, actor.id)),
  )

  router.read(seeHandover, async ({ actor, params }) => handovers.see((await requests.owned(actor.id, params.id)).id))

  router.change(answerHandover, async ({ actor, params, body }, tx) => {
    const { id } = await requests.lock(tx, params.id, actor.id)
    await handovers.answerHere(tx, id, body.same)
    return undefined
  })

  router.read(openHandover, async ({ http, reply, body }) => {
    await handovers.open(http, reply, body.token)
    return undefined
  })

  router.read(seeOwnHandover, async ({ http }) => {
    const { request, ...seen } = await handovers.seeOwn(http)
    if (!request || seen.state === 'over') return { state: 'over' as const }
    const amount = request.shown.terms?.amount
    const known = { ...seen, ...(amount !== undefined && { amount }) }
    if (seen.state !== 'joined') return known
    const kept = await steps.all(null, request)
    const captured = kept.filter(({ number }) => steps.captured(number))
    return {
      ...known,
      detail: {
        request: await views.view(request),
        steps: captured.map((step) => steps.view(request, step)),
        facts: {},
        serverTime: now().toISOString(),
        minutesLeft: await steps.minutesLeft(request, kept),
        firstLoan: false,
      },
    }
  })

  router.change(answerOwnHandover, async ({ http, body }, tx) => {
    await handovers.answerOwn(tx, http, body.same)
    return undefined
  })
}
