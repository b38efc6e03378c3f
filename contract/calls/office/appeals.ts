import * as z from 'zod/mini'
import { appealKinds, appealStates, appealWays, type EnteredWay, enteredWays, outcomes } from '../../appeals.ts'
import { defineCall } from '../../call.ts'
import { holidayConditions, holidayGrounds } from '../../holidays.ts'
import { appealWords, holidayWish } from '../appeals.ts'
import { day } from '../given.ts'
import { id, idInAddress, keys, page } from './parameters.ts'

const version = z.int().check(z.minimum(1))

const item = z.object({
  id: z.string(),
  number: z.number(),
  kind: keys(appealKinds),
  state: keys(appealStates),
  way: keys(appealWays),
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
  limit: 'appealCard',
  who: 'appeals.read',
  params: id,
  answer: z.extend(item, {
    version,
    client: z.string(),
    loan: z.nullable(z.string()),
    words: z.string(),
    ground: z.nullable(keys(holidayGrounds)),
    months: z.nullable(z.number()),
    serviceUntil: z.nullable(z.string()),
    /** Who of the staff entered what came on paper. */
    enteredBy: z.nullable(z.string()),
    silenceOn: z.nullable(z.string()),
    extended: z.boolean(),
    papersWanted: z.nullable(z.string()),
    /** What the borrower has sent to bear it out. */
    files: z.array(z.object({ id: z.string(), type: z.string(), at: z.string() })),
    /** Each condition of the law for a holiday, and whether it is kept; null: a person has to say. */
    conditions: z.array(
      z.object({ code: z.enum(holidayConditions), title: z.string(), kept: z.nullable(z.boolean()) }),
    ),
    proposal: z.nullable(
      z.object({
        by: z.string(),
        outcome: z.enum(outcomes),
        answer: z.string(),
        terms: z.nullable(z.object({ payments: z.number(), everyDays: z.number() })),
        unkept: z.array(z.string()),
        mayConfirm: z.boolean(),
      }),
    ),
    outcome: z.nullable(z.enum(outcomes)),
    answer: z.nullable(z.string()),
    /** Of a holiday that was refused: what of the law is not kept. */
    unkept: z.array(z.string()),
    decidedBy: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

export const officeAppealFile = defineCall({
  name: 'officeAppealFile',
  lane: 'long',
  about:
    'A photo or PDF of an appeal; the look is in the journal. A PDF is drawn anew and is downloaded, never opened in the page',
  method: 'GET',
  path: '/service/office/appeals/:id/files/:file',
  limit: 'appealCard',
  who: 'appeals.read',
  params: z.extend(id, { file: idInAddress }),
  errors: ['not_found'],
})

const judged = z.object({ ground: z.boolean(), noJudgment: z.boolean() })

export const enterAppeal = defineCall({
  name: 'enterAppeal',
  about:
    'Registers an appeal that came by post, at a counter, by a notary, e-mail or phone, with the day it came: the clock of the law runs from that day. Of a loan by its contract’s number or id, or of a client. The same open one again is answered with the one there is',
  method: 'POST',
  path: '/service/office/appeals',
  who: 'appeals.answer',
  status: 201,
  body: z.object({
    kind: keys(appealKinds),
    words: appealWords,
    way: z.enum(enteredWays as [EnteredWay, ...EnteredWay[]]),
    cameOn: day,
    loan: z.optional(z.string().check(z.maxLength(64))),
    contract: z.optional(z.string().check(z.maxLength(40))),
    client: z.optional(z.string().check(z.maxLength(64))),
    ...holidayWish,
  }),
  answer: z.object({ id: z.string(), number: z.number(), answerBy: z.string() }),
  errors: ['not_found', 'state_conflict', 'bad_request', 'too_often'],
  idempotent: true,
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
    /** Of a holiday: what a person has seen in the papers, each in so many words. A holiday is given when all is so, refused when something is not. */
    judged: z.optional(judged),
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
