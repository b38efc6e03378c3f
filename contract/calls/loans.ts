import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const isoDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата в виде ГГГГ-ММ-ДД'))

/** Whole kopecks, dates `YYYY-MM-DD`. */
export const loanSchema = z.object({
  id: z.string(),
  requestId: z.string(),
  /** The number of the contract, as its papers say. */
  contract: z.string(),
  state: z.enum(['running', 'closed', 'returned']),
  principal: z.number(),
  dailyRate: z.string(),
  startDate: z.string(),
  dueDate: z.string(),
  /** The last day on which the due date is kept: the next working day where it is a day off. */
  lastDay: z.string(),
  contractDate: z.string(),
  /** The debt at the end of the day asked for. */
  debt: z.object({
    on: z.string(),
    total: z.number(),
    /** What closes the loan that day: the total less what is held. */
    toClose: z.number(),
    principal: z.number(),
    interest: z.number(),
    penalty: z.number(),
    /** What ends the overdue, or pays what falls due that day; the penalty is apart. */
    due: z.number(),
    /** Paid early: waits for the date of its payment. */
    held: z.number(),
    /** Paid beyond the debt, to be given back. */
    overpaid: z.number(),
    overdueDays: z.number(),
    /** The last day on which what is due is in time; null: nothing is due, or some of it is late. */
    inTimeUntil: z.nullable(z.string()),
    capReached: z.boolean(),
  }),
  /** The next payment, less what is held for it; `covered`: nothing is left to pay of it. */
  next: z.nullable(z.object({ date: z.string(), lastDay: z.string(), amount: z.number(), covered: z.boolean() })),
  schedule: z.array(z.object({ date: z.string(), lastDay: z.string(), payment: z.number(), balance: z.number() })),
  /** Nothing has to be paid from one day to another, both included. */
  holiday: z.nullable(z.object({ from: z.string(), until: z.string() })),
  payments: z.array(z.object({ date: z.string(), amount: z.number(), partReturn: z.boolean() })),
  /** A part return asked for today and not paid yet: the sum to pay for it. */
  partReturnAsked: z.nullable(z.number()),
  earlyReturn: z.nullable(z.object({ pay: z.number(), saved: z.number(), withoutNoticeUntil: z.string() })),
  /** Where to pay: the lender's payment page, with the loan and the sum in it. */
  paymentLink: z.string(),
})
export type LoanView = z.output<typeof loanSchema>

export const getLoan = defineCall({
  name: 'getLoan',
  about: 'One of own loans: the debt on any day, schedule, payments, what an early return takes',
  method: 'GET',
  path: '/service/loans/:id',
  params: id,
  query: z.object({ on: z.optional(isoDay) }),
  answer: loanSchema,
  errors: ['not_found'],
})

const sum = z.int().check(z.minimum(1), z.maximum(100_000_000_00))

/** What giving back a part today means, or why there is none. */
export const partReturnSchema = z.object({
  /** In words for the borrower; null: the part may be given back. */
  refusal: z.nullable(z.string()),
  price: z.nullable(
    z.object({
      pay: z.number(),
      principal: z.number(),
      interest: z.number(),
      fullCostPercent: z.string(),
      /** The payments to come afterwards. */
      rows: z.array(z.object({ date: z.string(), lastDay: z.string(), payment: z.number(), balance: z.number() })),
    }),
  ),
})
export type PartReturnView = z.output<typeof partReturnSchema>

export const quotePartReturn = defineCall({
  name: 'quotePartReturn',
  about: 'What giving back a part of an own loan today means: interest on it, the new payments, the full cost',
  method: 'GET',
  path: '/service/loans/:id/part-return',
  params: id,
  query: z.object({ amount: z.string().check(z.regex(/^[1-9]\d{0,11}$/, 'Сумма в копейках')) }),
  answer: partReturnSchema,
  errors: ['not_found'],
})

export const askPartReturn = defineCall({
  name: 'askPartReturn',
  about:
    'Asks that a payment of this sum made today give back a part of the loan; else money paid early waits for its date',
  method: 'POST',
  path: '/service/loans/:id/part-return',
  limit: 'rareChange',
  params: id,
  body: z.object({ amount: sum }),
  answer: loanSchema,
  errors: ['not_found', 'state_conflict', 'bad_request'],
  idempotent: true,
})

export const listLoans = defineCall({
  name: 'listLoans',
  about: 'Own loans, newest first',
  method: 'GET',
  path: '/service/loans',
  answer: z.object({ loans: z.array(loanSchema) }),
})

export const loanCalendar = defineCall({
  name: 'loanCalendar',
  about: 'The days of payment of an own running loan as a calendar file (iCalendar)',
  method: 'GET',
  path: '/service/loans/:id/calendar.ics',
  params: id,
  errors: ['not_found', 'state_conflict'],
})

export const sandboxPayment = defineCall({
  name: 'sandboxPayment',
  about: "The demo's payment page: as if the sum had been paid with a card. There only with the sandbox provider",
  method: 'POST',
  path: '/service/loans/:id/sandbox-payment',
  status: 201,
  params: id,
  body: z.object({ amount: sum }),
  answer: loanSchema,
  errors: ['not_found', 'state_conflict'],
  idempotent: true,
})
