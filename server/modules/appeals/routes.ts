import {
  acceptNewTerms,
  createAppeal,
  endHoliday,
  listAppeals,
  supplementAppeal,
  withdrawAppeal,
} from '#contract/calls/appeals.ts'
import {
  askPapers,
  confirmAppeal,
  decideAppeal,
  extendAppeal,
  officeAppeal,
  officeAppeals,
} from '#contract/calls/office/appeals.ts'
import type { Router } from '#server/http/router.ts'
import type { Confirmations } from '../auth/index.ts'
import type { Appeals } from './service.ts'

interface Parts {
  readonly router: Router
  readonly appeals: Appeals
  readonly confirmations: Pick<Confirmations, 'ask'>
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

export function appealRoutes({ router, appeals, confirmations, staffNames }: Parts) {
  router.read(listAppeals, async ({ actor }) => ({ appeals: await appeals.list(actor.id) }))
  router.change(createAppeal, ({ actor, body }, tx) => appeals.create(tx, actor.id, body))
  router.change(supplementAppeal, ({ actor, params, body }, tx) =>
    appeals.supplement(tx, actor.id, params.id, body.words),
  )
  router.change(withdrawAppeal, ({ actor, params }, tx) => appeals.withdraw(tx, actor.id, params.id))
  router.change(acceptNewTerms, ({ actor, params }, tx) => {
    confirmations.ask(actor)
    return appeals.accept(tx, actor.id, params.id)
  })
  router.change(endHoliday, async ({ actor, params }, tx) => {
    await appeals.endHoliday(tx, actor.id, params.id)
    return undefined
  })

  router.read(officeAppeals, async ({ query }) => appeals.queue(query, await staffNames()))
  router.read(officeAppeal, async ({ actor, params }) => appeals.one(params.id, actor, await staffNames()))
  router.change(askPapers, async ({ actor, params, body }, tx) => {
    await appeals.askPapers(tx, params.id, body.version, body.words, actor)
    return { done: true }
  })
  router.change(extendAppeal, async ({ actor, params, body }, tx) => {
    await appeals.extend(tx, params.id, body.version, body.words, actor)
    return { done: true }
  })
  router.change(decideAppeal, async ({ actor, params, body }, tx) => {
    const { version, ...decision } = body
    return { done: await appeals.decide(tx, params.id, version, decision, actor) }
  })
  router.change(confirmAppeal, async ({ actor, params, body }, tx) => {
    await appeals.confirm(tx, params.id, body.version, actor)
    return { done: true }
  })
}
