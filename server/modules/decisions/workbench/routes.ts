import {
  changedCases,
  endShadow,
  readBacktest,
  startBacktest,
  startShadow,
  stopBacktest,
} from '#contract/calls/office/ruleTrials.ts'
import {
  askRuleDraft,
  bringBackRules,
  checkRuleDraft,
  decideRuleTurn,
  dropRuleDraft,
  readRuleDraft,
  ruleBook,
  saveRuleDraft,
  startRuleDraft,
} from '#contract/calls/office/workbench.ts'
import { hasRight } from '#contract/roles.ts'
import type { Router } from '#server/http/router.ts'
import type { Clock } from '#server/platform/clock.ts'
import { fail } from '#server/platform/failure.ts'
import type { Workbench } from './service.ts'
import { createViews } from './views.ts'

interface Parts {
  readonly router: Router
  readonly workbench: Workbench
  readonly clock: Clock
}

const pageSize = 100

/** The place a page of cases starts at. */
function placeIn(after: string | undefined): number {
  const place = Number(after ?? 0)
  return Number.isSafeInteger(place) && place >= 0 && place < 2 ** 31 ? place : 0
}

/** The calls of drafts and of what puts them in force. */
export function workbenchRoutes({ router, workbench, clock }: Parts) {
  const { drafts, turns, backtests, shadows } = workbench
  const views = createViews(workbench, clock)

  router.read(ruleBook, async ({ actor, query }) =>
    views.book(query.kind ?? 'decision', actor.id, hasRight(actor, 'rules.edit'), hasRight(actor, 'rules.approve')),
  )
  router.change(startRuleDraft, ({ actor, body }, tx) => drafts.start(tx, actor.id, body.title.trim(), body.kind))
  router.read(readRuleDraft, ({ actor, params }) => views.draft(params.id, hasRight(actor, 'rules.edit')))
  router.change(saveRuleDraft, ({ actor, params, body }, tx) => drafts.save(tx, actor.id, params.id, body))
  router.change(dropRuleDraft, async ({ actor, params }, tx) => {
    await drafts.drop(tx, actor.id, params.id)
    return undefined
  })
  router.read(checkRuleDraft, ({ actor, params }) => drafts.check(actor.id, params.id))

  router.change(askRuleDraft, ({ actor, params, body }, tx) => turns.askDraft(tx, actor.id, params.id, body))
  router.change(bringBackRules, ({ actor, body }, tx) => turns.bringBack(tx, actor.id, body.sha256, body))
  router.change(decideRuleTurn, async ({ actor, params, body }, tx) => {
    const takesBack = !body.confirm && hasRight(actor, 'rules.edit')
    if (!takesBack && !hasRight(actor, 'rules.approve')) throw fail('forbidden')
    await turns.decide(tx, actor.id, params.id, body.confirm)
    return undefined
  })

  router.change(startBacktest, ({ actor, params, body }, tx) =>
    backtests.start(tx, actor.id, params.id, body.selection),
  )
  router.read(readBacktest, async ({ params }) => {
    const row = await backtests.read(params.id)
    if (!row) throw fail('not_found')
    return views.backtest(row)
  })
  router.change(stopBacktest, async ({ actor, params }, tx) => {
    await backtests.stop(tx, actor.id, params.id)
    return undefined
  })
  router.read(changedCases, ({ params, query }) => views.cases(params.id, placeIn(query.after), pageSize))

  router.change(startShadow, async ({ actor, params, body }, tx) => {
    await shadows.start(tx, actor.id, params.id, body.days)
    return undefined
  })
  router.change(endShadow, async ({ actor, params }, tx) => {
    await shadows.end(tx, actor.id, params.id)
    return undefined
  })
}
