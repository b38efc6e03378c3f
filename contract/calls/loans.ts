import * as z from 'zod/mini'
import { defineCall } from '../call.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const isoDay = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Дата в виде ГГГГ-ММ-ДД'))

/** Whole kopecks, dates `YYYY-MM-DD`. */
export const loanSchema = z.object({
  id: z.string(),
  requestId: z.string(),
  state: z.enum(['running', 'closed', 'returned']),
  principal: z.number(),
  dailyRate: z.string(),
  startDate: z.string(),
  dueDate: z.string(),
  contractDate: z.string(),
  /** The debt at the end of the day asked for. */
  debt: z.object({
    on: z.string(),
    total: z.number(),
    principal: z.number(),
    interest: z.number(),
    penalty: z.number(),
    due: z.number(),
    overdueDays: z.number(),
  }),
  next: z.nullable(z.object({ date: z.string(), amount: z.number() })),
  schedule: z.array(z.object({ date: z.string(), payment: z.number(), balance: z.number() })),
  payments: z.array(z.object({ date: z.string(), amount: z.number() })),
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
  body: z.object({ amount: z.int().check(z.minimum(1), z.maximum(100_000_000_00)) }),
  answer: loanSchema,
  errors: ['not_found', 'state_conflict'],
  idempotent: true,
})
