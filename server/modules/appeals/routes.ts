import {
  acceptNewTerms,
  attachPaper,
  createAppeal,
  endHoliday,
  holidayTerms,
  listAppeals,
  supplementAppeal,
  withdrawAppeal,
} from '#contract/calls/appeals.ts'
import {
  askPapers,
  confirmAppeal,
  decideAppeal,
  enterAppeal,
  extendAppeal,
  officeAppeal,
  officeAppealFile,
  officeAppeals,
} from '#contract/calls/office/appeals.ts'
import type { Router } from '#server/http/router.ts'
import { type Evidence, serve } from '../evidence/index.ts'
import type { Appeals } from './service.ts'

interface Parts {
  readonly router: Router
  readonly appeals: Appeals
  readonly evidence: Evidence
  readonly staffNames: () => Promise<ReadonlyMap<string, string>>
}

export function appealRoutes({ router, appeals, evidence, staffNames }: Parts) {
  router.read(listAppeals, async ({ actor }) => ({ appeals: await appeals.list(actor.id) }))
  router.read(holidayTerms, ({ actor, params, query }) => appeals.terms(actor.id, params.id, query.ground))
  router.change(createAppeal, ({ actor, body }, tx) => appeals.create(tx, actor.id, body))
  router.change(supplementAppeal, ({ actor, params, body }, tx) =>
    appeals.supplement(tx, actor.id, params.id, body.words),
  )
  router.change(attachPaper, ({ actor, params, body }, tx) => appeals.attach(tx, actor.id, params.id, body.file))
  router.change(withdrawAppeal, ({ actor, params }, tx) => appeals.withdraw(tx, actor.id, params.id))
  router.change(acceptNewTerms, ({ actor, params, body, ip, http }, tx) => {
    const entered = { ...body, address: ip, userAgent: http.headers['user-agent'] ?? '' }
    return appeals.accept(tx, actor, params.id, entered)
  })
  router.change(endHoliday, async ({ actor, params }, tx) => {
    await appeals.endHoliday(tx, actor.id, params.id)
    return undefined
  })

  router.read(officeAppeals, async ({ query }) => appeals.queue(query, await staffNames()))
  router.read(officeAppeal, async ({ actor, params }) => appeals.one(params.id, actor, await staffNames()))
  router.read(officeAppealFile, async ({ actor, params, http, reply }) => {
    await serve(evidence, await appeals.file(params.id, params.file, actor.id), http, reply)
    return undefined
  })
  router.change(enterAppeal, ({ actor, body }, tx) => appeals.enter(tx, actor.id, body))
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
