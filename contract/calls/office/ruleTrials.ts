import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'
import { id, page } from './parameters.ts'

const selection = z.object({
  kind: z.enum(['last', 'period', 'sample']),
  /** Of `last` and `sample`: how many decisions. */
  count: z.optional(z.int().check(z.minimum(1), z.maximum(200_000))),
  /** Of `period`: days of the lender's zone, both in. */
  from: z.optional(day),
  until: z.optional(day),
})
export type Selection = z.output<typeof selection>

const averages = z.object({
  offers: z.number(),
  /** Of a hundred decisions. */
  approvalPercent: z.string(),
  /** Kopecks; null without offers. */
  meanSum: z.nullable(z.number()),
  /** Per cent; null where it was of no offer. */
  meanBurden: z.nullable(z.string()),
  /** Of tariffs: kopecks that an offer costs, and the full cost, per cent a year. */
  meanCost: z.optional(z.nullable(z.number())),
  meanFullCost: z.optional(z.nullable(z.string())),
})

const comparison = z.object({
  decisions: z.number(),
  changed: z.number(),
  /** Decisions whose person's data are destroyed: they cannot be made again. */
  gone: z.number(),
  before: averages,
  after: averages,
  moves: z.array(z.object({ from: z.string(), to: z.string(), count: z.number() })),
  /** By the rule that decides now, or the product: how many it changed. */
  byRule: z.array(z.object({ rule: z.string(), text: z.string(), count: z.number() })),
})
export type Comparison = z.output<typeof comparison>

export const backtest = z.object({
  id: z.string(),
  draft: z.string(),
  selection,
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** Decisions tried so far. */
  done: z.number(),
  askedBy: z.string(),
  askedAt: z.string(),
  /** Of the rows as they are now. */
  current: z.boolean(),
  report: z.optional(comparison),
  sha256: z.optional(z.string()),
})
export type Backtest = z.output<typeof backtest>

export const shadow = z.object({
  id: z.string(),
  until: z.string(),
  startedBy: z.string(),
  startedAt: z.string(),
  running: z.boolean(),
  current: z.boolean(),
  report: comparison,
})
export type Shadow = z.output<typeof shadow>

export const startBacktest = defineCall({
  name: 'startBacktest',
  about: 'Runs a draft over past decisions, in a process of its own',
  method: 'POST',
  path: '/service/office/rules/drafts/:id/backtests',
  who: 'rules.edit',
  limit: 'ruleWork',
  status: 201,
  params: id,
  body: z.object({ selection }),
  answer: z.object({ id: z.string() }),
  errors: ['not_found', 'rules_closed', 'rules_unchecked', 'rules_busy'],
  idempotent: true,
})

export const readBacktest = defineCall({
  name: 'readBacktest',
  about: 'How far a backtest is, and its report',
  method: 'GET',
  path: '/service/office/rules/backtests/:id',
  who: 'rules.read',
  params: id,
  answer: backtest,
  errors: ['not_found'],
})

export const stopBacktest = defineCall({
  name: 'stopBacktest',
  about: 'Stops a backtest; nothing of it is kept',
  method: 'DELETE',
  path: '/service/office/rules/backtests/:id',
  who: 'rules.edit',
  status: 204,
  params: id,
  errors: ['not_found', 'rules_over'],
})

const changedCase = z.object({
  decision: z.string(),
  request: z.string(),
  before: z.string(),
  after: z.string(),
})
export type ChangedCase = z.output<typeof changedCase>

export const changedCases = defineCall({
  name: 'changedCases',
  about: 'The decisions a backtest or a shadow run would change, page by page',
  method: 'GET',
  path: '/service/office/rules/runs/:id/cases',
  who: 'rules.read',
  params: id,
  query: page,
  answer: z.object({ items: z.array(changedCase), next: z.optional(z.string()) }),
  errors: ['not_found'],
})

export const startShadow = defineCall({
  name: 'startShadow',
  about: 'Tries a draft on every new decision for some days; it decides nothing',
  method: 'POST',
  path: '/service/office/rules/drafts/:id/shadow',
  who: 'rules.edit',
  status: 204,
  params: id,
  body: z.object({ days: z.int().check(z.minimum(1), z.maximum(60)) }),
  errors: ['not_found', 'rules_closed', 'rules_unchecked', 'rules_busy'],
})

export const endShadow = defineCall({
  name: 'endShadow',
  about: 'Ends a shadow run; its report stays',
  method: 'DELETE',
  path: '/service/office/rules/drafts/:id/shadow',
  who: 'rules.edit',
  status: 204,
  params: id,
  errors: ['not_found', 'rules_over'],
})
