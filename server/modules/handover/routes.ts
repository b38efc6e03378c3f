import {
  answerHandover,
  answerOwnHandover,
  openHandover,
  seeHandover,
  seeOwnHandover,
  startHandover,
} from '#contract/calls/handover.ts'
import type { Router } from '#server/http/router.ts'
import type { Requests } from '../requests/index.ts'
import type { Details } from '../steps/index.ts'
import type { Handovers } from './service.ts'

interface Parts {
  readonly router: Router
  readonly handovers: Handovers
  readonly requests: Requests
  readonly details: Details
}

export function handoverRoutes({ router, handovers, requests, details }: Parts) {
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
    return { ...known, detail: await details(request, { lent: true }) }
  })

  router.change(answerOwnHandover, async ({ http, body }, tx) => {
    await handovers.answerOwn(tx, http, body.same)
    return undefined
  })
}
