import * as z from 'zod/mini'
import {
  type AppealKind,
  type AppealState,
  appealKinds,
  appealStates,
  appealWays,
  cabinetKinds,
  outcomes,
} from '../appeals.ts'
import { defineCall } from '../call.ts'
import { holidayConditions, holidayGrounds } from '../holidays.ts'
import { fileAnswer } from '../media.ts'
import { day } from './given.ts'

const keys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const smsCode = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))
const id = z.object({ id: z.string().check(z.maxLength(64)) })
/** Text a person wrote: of blanks or signs alone nothing is asked. */
export const appealWords = z.string().check(z.regex(/[\p{L}\p{N}]/u, 'Напишите, о чём просите'), z.maxLength(4000))

/** What is asked for of a holiday: so many months, or till the end of service. */
export const holidayWish = {
  ground: z.optional(keys(holidayGrounds)),
  months: z.optional(z.int().check(z.minimum(1), z.maximum(12))),
  serviceUntil: z.optional(day),
}

const row = z.object({ date: z.string(), lastDay: z.string(), payment: z.number() })

const appealSchema = z.object({
  id: z.string(),
  /** The number it is registered under. */
  number: z.number(),
  kind: keys<AppealKind>(appealKinds),
  state: keys<AppealState>(appealStates),
  loan: z.nullable(z.string()),
  /** How it came: from here, or on paper and entered by the staff. */
  way: keys(appealWays),
  cameOn: z.string(),
  answerBy: z.string(),
  /** The term was made longer once. */
  extended: z.boolean(),
  words: z.string(),
  /** What more is needed, in the staff's words. */
  papersWanted: z.nullable(z.string()),
  outcome: z.nullable(z.enum(outcomes)),
  answer: z.nullable(z.string()),
  /** Of a holiday that was refused: the conditions of the law that are not kept, in words. */
  unkept: z.array(z.string()),
  answeredOn: z.nullable(z.string()),
  /** Of new terms that are offered: what is to be paid, and till when one may say yes. */
  offer: z.nullable(z.object({ rows: z.array(row), until: z.string() })),
  /** Papers that bear it out, by the id of their upload. */
  files: z.array(z.object({ id: z.string(), type: z.string() })),
  /** The request that uploads for it are announced with; null: none can be sent. */
  request: z.nullable(z.string()),
})
export type AppealView = z.output<typeof appealSchema>

export const listAppeals = defineCall({
  name: 'listAppeals',
  about: 'Own appeals, newest first: number, day of the answer, the answer',
  method: 'GET',
  path: '/service/appeals',
  answer: z.object({ appeals: z.array(appealSchema) }),
})

export const holidayTerms = defineCall({
  name: 'holidayTerms',
  about:
    'What the law asks for a holiday of an own loan, each with whether it is so today; null: a person sees it from papers',
  method: 'GET',
  path: '/service/loans/:id/holiday',
  params: id,
  query: z.object({ ground: keys(holidayGrounds) }),
  answer: z.object({
    grounds: z.array(keys(holidayGrounds)),
    mostMonths: z.number(),
    conditions: z.array(
      z.object({ code: z.enum(holidayConditions), title: z.string(), kept: z.nullable(z.boolean()) }),
    ),
  }),
  errors: ['not_found'],
})

export const createAppeal = defineCall({
  name: 'createAppeal',
  about:
    'Registers an appeal: a holiday or new terms for an own running loan, a complaint, a request about personal data. The same open one again is answered with the one there is',
  method: 'POST',
  path: '/service/appeals',
  status: 201,
  limit: 'appealCreation',
  body: z.object({
    kind: z.enum(cabinetKinds as [AppealKind, ...AppealKind[]]),
    words: appealWords,
    /** Of a holiday or new terms: which loan. */
    loan: z.optional(z.string().check(z.maxLength(64))),
    ...holidayWish,
  }),
  answer: appealSchema,
  errors: ['not_found', 'state_conflict', 'bad_request', 'too_often'],
  idempotent: true,
})

export const supplementAppeal = defineCall({
  name: 'supplementAppeal',
  about: 'Answers what the staff asked for; the clock of the answer runs anew from this day',
  method: 'POST',
  path: '/service/appeals/:id/papers',
  limit: 'rareChange',
  params: id,
  body: z.object({ words: appealWords }),
  answer: appealSchema,
  errors: ['not_found', 'state_conflict'],
  idempotent: true,
})

export const attachPaper = defineCall({
  name: 'attachPaper',
  about: 'Ties a paper that was uploaded (photo or PDF, step 40) to an own appeal that is not answered yet',
  method: 'POST',
  path: '/service/appeals/:id/files',
  limit: 'rareChange',
  params: id,
  body: z.object({ file: fileAnswer('Файл ещё не дошёл') }),
  answer: appealSchema,
  errors: ['not_found', 'state_conflict', 'evidence_missing'],
  idempotent: true,
})

export const withdrawAppeal = defineCall({
  name: 'withdrawAppeal',
  about: 'Takes back an own appeal that is not answered yet',
  method: 'POST',
  path: '/service/appeals/:id/withdrawal',
  limit: 'rareChange',
  params: id,
  answer: appealSchema,
  errors: ['not_found', 'state_conflict'],
})

export const acceptNewTerms = defineCall({
  name: 'acceptNewTerms',
  lane: 'reserved',
  about: 'Signs the agreement on the new terms that are offered with the code: in force from today, exactly as printed',
  method: 'POST',
  path: '/service/appeals/:id/acceptance',
  limit: 'codeEntry',
  params: id,
  body: z.object({ code: smsCode, package: z.string().check(z.maxLength(64)), version: z.number() }),
  answer: appealSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict', 'offer_over', 'code_wrong', 'new_terms_moved'],
  idempotent: true,
})

export const endHoliday = defineCall({
  name: 'endHoliday',
  about: 'Ends the holiday of an own loan today, by the borrower’s word: the payments go on from here',
  method: 'POST',
  path: '/service/loans/:id/holiday-end',
  limit: 'rareChange',
  params: id,
  status: 204,
  errors: ['not_found', 'state_conflict'],
})
