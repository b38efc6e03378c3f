import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { type VersionKind, versionKinds } from '../../versions/kinds.ts'
import { versionRows } from '../../versions/rows.ts'
import { moment } from '../given.ts'
import { comment, id, keys, short } from './parameters.ts'
import { backtest, shadow } from './ruleTrials.ts'

const kind = keys<VersionKind>(versionKinds)

const finding = z.object({
  level: z.enum(['error', 'warning']),
  /** In words; names the row and the column. */
  message: z.string(),
  /** Of the table, from 0. */
  row: z.optional(z.number()),
  /** The place in the draft: `rows.0.dailyRate`. */
  field: z.optional(z.string()),
  column: z.optional(z.string()),
})
export type Finding = z.output<typeof finding>

const reason = comment.check(z.trim(), z.minLength(1, 'Напишите, почему'))
const title = short.check(z.trim(), z.minLength(1, 'Назовите черновик'))

const turn = z.object({
  id: z.string(),
  version: z.string(),
  sha256: z.string(),
  draft: z.optional(z.string()),
  reason: z.string(),
  /** From when it counts. */
  from: z.string(),
  state: z.enum(['asked', 'approved', 'declined']),
  askedBy: z.string(),
  askedAt: z.string(),
  decidedBy: z.optional(z.string()),
  /** Whether this member of the staff may say the second word. */
  mayDecide: z.boolean(),
  /** Approved, and its moment has not come. */
  ahead: z.boolean(),
})
export type RuleTurn = z.output<typeof turn>

const version = z.object({
  name: z.string(),
  sha256: z.string(),
  since: z.string(),
  inForce: z.boolean(),
  rows: versionRows,
})

export const ruleBook = defineCall({
  name: 'ruleBook',
  about: 'The versions of the decision rules, the tariffs or the calendar: in force, before, asked for; drafts',
  method: 'GET',
  path: '/service/office/rules/book',
  who: 'rules.read',
  query: z.object({ kind: z.optional(kind) }),
  answer: z.object({
    versions: z.array(version),
    turns: z.array(turn),
    drafts: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        title: z.string(),
        changedBy: z.string(),
        changedAt: z.string(),
      }),
    ),
    mayEdit: z.boolean(),
  }),
})
export type RuleBook = z.output<(typeof ruleBook)['answer'] & z.ZodMiniType>

export const startRuleDraft = defineCall({
  name: 'startRuleDraft',
  about: 'A new draft of the decision rules, the tariffs or the calendar, from the version in force',
  method: 'POST',
  path: '/service/office/rules/drafts',
  who: 'rules.edit',
  status: 201,
  body: z.object({ title, kind: z.optional(kind) }),
  answer: z.object({ id: z.string() }),
  errors: ['rules_foreign'],
  idempotent: true,
})

const draft = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  title: z.string(),
  revision: z.number(),
  rows: versionRows,
  /** The version in force now. */
  inForce: z.object({ name: z.string(), rows: versionRows }),
  author: z.string(),
  changedBy: z.string(),
  changedAt: z.string(),
  /** Of the rows as they are; absent: not checked since they changed. */
  findings: z.optional(z.array(finding)),
  backtests: z.array(backtest),
  shadow: z.optional(shadow),
  /** It was asked for or is in force: it is changed no more. */
  closed: z.boolean(),
  mayEdit: z.boolean(),
})
export type RuleDraft = z.output<typeof draft>

export const readRuleDraft = defineCall({
  name: 'readRuleDraft',
  about: 'A draft beside the version in force',
  method: 'GET',
  path: '/service/office/rules/drafts/:id',
  who: 'rules.read',
  params: id,
  answer: draft,
  errors: ['not_found'],
})

export const saveRuleDraft = defineCall({
  name: 'saveRuleDraft',
  about: 'Saves a draft as somebody sees it; who began from an older revision is told who was first',
  method: 'PUT',
  path: '/service/office/rules/drafts/:id',
  who: 'rules.edit',
  largest: 512 * 1024,
  params: id,
  body: z.object({ revision: z.int(), title, rows: versionRows }),
  answer: z.object({ revision: z.number() }),
  errors: ['not_found', 'rules_closed', 'rules_saved_first'],
})

export const dropRuleDraft = defineCall({
  name: 'dropRuleDraft',
  about: 'Throws a draft away',
  method: 'DELETE',
  path: '/service/office/rules/drafts/:id',
  who: 'rules.edit',
  status: 204,
  params: id,
  errors: ['not_found', 'rules_closed'],
})

export const checkRuleDraft = defineCall({
  name: 'checkRuleDraft',
  about:
    'Looks for what is wrong with a draft as a whole: gaps and rows nobody reaches of a table, prices over a cap of the law',
  method: 'POST',
  path: '/service/office/rules/drafts/:id/check',
  who: 'rules.edit',
  limit: 'ruleWork',
  lane: 'long',
  params: id,
  answer: z.object({ findings: z.array(finding) }),
  errors: ['not_found', 'rules_closed', 'rules_saved_first'],
})

export const askRuleDraft = defineCall({
  name: 'askRuleDraft',
  about: 'Asks that a draft be put in force from a moment; another person approves it',
  method: 'POST',
  path: '/service/office/rules/drafts/:id/ask',
  who: 'rules.edit',
  params: id,
  body: z.object({ reason, from: z.optional(moment) }),
  answer: z.object({ turn: z.string() }),
  errors: [
    'not_found',
    'rules_closed',
    'rules_unchecked',
    'rules_untried',
    'rules_same',
    'rules_asked',
    'rules_unlawful',
  ],
  idempotent: true,
})

export const bringBackRules = defineCall({
  name: 'bringBackRules',
  about: 'Asks that a version that was in force before be so again; another person approves it',
  method: 'POST',
  path: '/service/office/rules/turns',
  who: 'rules.edit',
  body: z.object({ sha256: z.string().check(z.regex(/^[\da-f]{64}$/)), reason, from: z.optional(moment) }),
  answer: z.object({ turn: z.string() }),
  errors: ['not_found', 'rules_same', 'rules_asked', 'rules_unlawful'],
  idempotent: true,
})

export const decideRuleTurn = defineCall({
  name: 'decideRuleTurn',
  about:
    'The second word for rules that were asked for, of whoever has `rules.approve`; who has that or `rules.edit` takes back what waits, and approved ones whose moment has not come',
  method: 'POST',
  path: '/service/office/rules/turns/:id',
  also: ['rules.edit', 'rules.approve'],
  who: 'rules.read',
  status: 204,
  params: id,
  body: z.object({ confirm: z.boolean() }),
  errors: ['not_found', 'rules_over', 'second_person', 'rules_unlawful'],
})
