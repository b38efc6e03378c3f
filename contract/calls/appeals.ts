import * as z from 'zod/mini'
import { type AppealKind, type AppealState, appealKinds, appealStates, holidayGrounds, outcomes } from '../appeals.ts'
import { defineCall } from '../call.ts'

const keys = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])
const id = z.object({ id: z.string().check(z.maxLength(64)) })
/** Text a person wrote: no NUL and no half of a sign. */
export const appealWords = z
  .string()
  .check(
    z.minLength(1, 'Напишите, о чём просите'),
    z.maxLength(4000),
    z.regex(/^[^\p{Cs}\0]*$/u, 'В тексте есть знаки, которых не бывает'),
  )

const row = z.object({ date: z.string(), lastDay: z.string(), payment: z.number() })

const appealSchema = z.object({
  id: z.string(),
  /** The number it is registered under. */
  number: z.number(),
  kind: keys<AppealKind>(appealKinds),
  state: keys<AppealState>(appealStates),
  loan: z.nullable(z.string()),
  cameOn: z.string(),
  answerBy: z.string(),
  /** The term was made longer once. */
  extended: z.boolean(),
  words: z.string(),
  /** What more is needed, in the staff's words. */
  papersWanted: z.nullable(z.string()),
  outcome: z.nullable(z.enum(outcomes)),
  answer: z.nullable(z.string()),
  answeredOn: z.nullable(z.string()),
  /** Of new terms that are offered: what is to be paid, and till when one may say yes. */
  offer: z.nullable(z.object({ rows: z.array(row), until: z.string() })),
})
export type AppealView = z.output<typeof appealSchema>

export const listAppeals = defineCall({
  name: 'listAppeals',
  about: 'Own appeals, newest first: number, day of the answer, the answer',
  method: 'GET',
  path: '/service/appeals',
  answer: z.object({ appeals: z.array(appealSchema) }),
})

export const createAppeal = defineCall({
  name: 'createAppeal',
  about:
    'Registers an appeal: a holiday or new terms for an own running loan, a complaint, a request about personal data. The same open one again is answered with the one there is',
  method: 'POST',
  path: '/service/appeals',
  status: 201,
  limit: 'rareChange',
  body: z.object({
    kind: keys<AppealKind>(appealKinds),
    words: appealWords,
    /** Of a holiday or new terms: which loan. */
    loan: z.optional(z.string().check(z.maxLength(64))),
    ground: z.optional(keys(holidayGrounds)),
    months: z.optional(z.int().check(z.minimum(1), z.maximum(12))),
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
  about: 'Agrees to the new terms that are offered: in force from today. Asks for a fresh code',
  method: 'POST',
  path: '/service/appeals/:id/acceptance',
  limit: 'rareChange',
  params: id,
  answer: appealSchema,
  errors: ['not_found', 'state_conflict', 'confirm_again', 'offer_over'],
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
