import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { requestSchema } from '../request.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const days = z.int().check(z.minimum(1), z.maximum(366))
const smsCode = z.string().check(z.regex(/^\d{6}$/, 'Код — шесть цифр'))

/** Whole kopecks, dates `YYYY-MM-DD`. */
export const prolongationPriceSchema = z.object({
  days: z.number(),
  oldDueDate: z.string(),
  newDueDate: z.string(),
  /** The last day on which the new date is kept: the next working day where it is a day off. */
  newLastDay: z.string(),
  /** Interest accrued by today: the prolongation is in force once it is paid. */
  payNow: z.number(),
  /** The penalty of the days overdue stays owed till the new date. */
  penalty: z.number(),
  principal: z.number(),
  interestToCome: z.number(),
  totalOnNewDate: z.number(),
  /** What the loan will have cost from its first day. */
  overpaymentInAll: z.number(),
  fullCostPercent: z.string(),
  leftThisYear: z.nullable(z.number()),
})

/** What a loan's prolongation would mean today, or why there is none. */
export const prolongationQuoteSchema = z.object({
  loanId: z.string(),
  /** In words for the borrower; null: the loan may be prolonged. */
  refusal: z.nullable(z.string()),
  /** The request that is open already. */
  openRequest: z.nullable(z.string()),
  days: z.nullable(z.object({ min: z.number(), max: z.number() })),
  price: z.nullable(prolongationPriceSchema),
})
export type ProlongationView = z.output<typeof prolongationQuoteSchema>

export const quoteProlongation = defineCall({
  name: 'quoteProlongation',
  about:
    'What prolonging an own loan by some days means today: new date, what to pay now, total, full cost; or why not',
  method: 'GET',
  path: '/service/loans/:id/prolongation',
  params: id,
  query: z.object({ days: z.optional(z.string().check(z.regex(/^\d{1,3}$/, 'Число дней'))) }),
  answer: prolongationQuoteSchema,
  errors: ['not_found'],
})

export const createProlongation = defineCall({
  name: 'createProlongation',
  tells: 'request',
  about: 'Asks for a prolongation: a request of type prolongate, in force once it is signed and the interest is paid',
  method: 'POST',
  path: '/service/loans/:id/prolongation',
  limit: 'requestCreation',
  status: 201,
  params: id,
  body: z.object({ days }),
  answer: requestSchema,
  errors: ['not_found', 'bad_request', 'state_conflict'],
  idempotent: true,
})

export const signProlongation = defineCall({
  name: 'signProlongation',
  tells: 'request',
  lane: 'reserved',
  about: 'Signs the prolongation agreement with the code',
  method: 'POST',
  path: '/service/requests/:id/prolongation/sign',
  limit: 'codeEntry',
  params: id,
  body: z.object({ code: smsCode, package: z.string().check(z.maxLength(64)), version: z.number() }),
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict', 'offer_over', 'code_wrong'],
  idempotent: true,
})

export const cancelProlongation = defineCall({
  name: 'cancelProlongation',
  tells: 'request',
  about: 'Gives up a prolongation that is not signed yet',
  method: 'POST',
  path: '/service/requests/:id/prolongation/cancel',
  limit: 'rareChange',
  params: id,
  body: z.object({ version: z.number() }),
  answer: requestSchema,
  errors: ['not_found', 'state_conflict', 'version_conflict'],
  idempotent: true,
})
