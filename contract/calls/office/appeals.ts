import * as z from 'zod/mini'
import { appealKinds, appealStates, holidayGrounds, outcomes } from '../../appeals.ts'
import { defineCall } from '../../call.ts'
import { appealWords } from '../appeals.ts'
import { id, keys, page } from './parameters.ts'

const version = z.int().check(z.minimum(1))

const item = z.object({
  id: z.string(),
  number: z.number(),
  kind: keys(appealKinds),
  state: keys(appealStates),
  cameOn: z.string(),
  answerBy: z.string(),
  /** Days left for the answer: 0 on the last day, below 0 when it is late; null once answered. */
  left: z.nullable(z.number()),
  /** The word of the first of two waits for the second. */
  asked: z.nullable(z.string()),
})
export type OfficeAppealItem = z.output<typeof item>

export const officeAppeals = defineCall({
  name: 'officeAppeals',
  about: 'Appeals of borrowers: those that wait, the most urgent first; or those of a state, newest first',
  method: 'GET',
  path: '/service/office/appeals',
  who: 'appeals.read',
  query: z.extend(page, { kind: z.optional(keys(appealKinds)), state: z.optional(keys(appealStates)) }),
  answer: z.object({
    items: z.array(item),
    next: z.optional(z.string()),
    waiting: z.number(),
    late: z.number(),
  }),
})

export const officeAppeal = defineCall({
  name: 'officeAppeal',
  about: 'One appeal with all about it; the look is in the journal',
  method: 'GET',
  path: '/service/office/appeals/:id',
  who: 'appeals.read',
  params: id,
  answer: z.extend(item, {
    version,
    client: z.string(),
    loan: z.nullable(z.string()),
    words: z.string(),
    ground: z.nullable(keys(holidayGrounds)),
    months: z.nullable(z.number()),
    silenceOn: z.nullable(z.string()),
    extended: z.boolean(),
    papersWanted: z.nullable(z.string()),
    /** Each condition of the law for a holiday, and whether it is kept. */
    conditions: z.array(z.object({ title: z.string(), kept: z.boolean() })),
    proposal: z.nullable(
      z.object({
        by: z.string(),
        outcome: z.enum(outcomes),
        answer: z.string(),
        terms: z.nullable(z.object({ payments: z.number(), everyDays: z.number() })),
        mayConfirm: z.boolean(),
      }),
    ),
    outcome: z.nullable(z.enum(outcomes)),
    answer: z.nullable(z.string()),
    decidedBy: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

const changed = z.object({ done: z.boolean() })
const errors = ['not_found', 'state_conflict', 'version_conflict', 'forbidden', 'bad_request'] as const

export const askPapers = defineCall({
  name: 'askPapers',
  about: 'Asks the borrower for what is missing, once; the clock stands until it comes',
  method: 'POST',
  path: '/service/office/appeals/:id/papers',
  who: 'appeals.answer',
  params: id,
  body: z.object({ version, words: appealWords }),
  answer: changed,
  errors: [...errors, 'invalid_answers'],
})

export const extendAppeal = defineCall({
  name: 'extendAppeal',
  about: 'Makes the term of a complaint longer, once, as the rule lets it; the borrower is told',
  method: 'POST',
  path: '/service/office/appeals/:id/extension',
  who: 'appeals.answer',
  params: id,
  body: z.object({ version, words: appealWords }),
  answer: changed,
  errors,
})

export const decideAppeal = defineCall({
  name: 'decideAppeal',
  about:
    'Answers an appeal. What takes two waits for the second word; a later draft takes the place of the one that waits',
  method: 'POST',
  path: '/service/office/appeals/:id/decision',
  also: ['appeals.terms'],
  who: 'appeals.answer',
  params: id,
  body: z.object({
    version,
    outcome: z.enum(outcomes),
    answer: appealWords,
    /** Of new terms: equal payments, each so many days. */
    terms: z.optional(
      z.object({
        payments: z.int().check(z.minimum(2), z.maximum(60)),
        everyDays: z.int().check(z.minimum(7), z.maximum(31)),
      }),
    ),
  }),
  answer: changed,
  errors,
})

export const confirmAppeal = defineCall({
  name: 'confirmAppeal',
  about: 'The second word on a decision that takes two: exactly what the first one wrote',
  method: 'POST',
  path: '/service/office/appeals/:id/confirmation',
  also: ['appeals.terms', 'appeals.confirm'],
  who: 'appeals.answer',
  params: id,
  body: z.object({ version }),
  answer: changed,
  errors: [...errors, 'second_person'],
})
