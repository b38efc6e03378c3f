import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { contactResults, promiseStates, stopGrounds } from '../../collection.ts'
import { contactKinds } from '../../contacts.ts'
import { voidTos } from '../../paying.ts'
import { day } from '../given.ts'
import { loanSchema } from '../loans.ts'
import { askedAction } from './book.ts'
import { comment, id, keys, page, search } from './parameters.ts'

/** Days after the last day on which the missed payment was in time: from and to. */
export const buckets = {
  today: { title: 'Платят сегодня', from: 0, to: 0 },
  '1-3': { title: '1–3 дня', from: 1, to: 3 },
  '4-7': { title: '4–7 дней', from: 4, to: 7 },
  '8-30': { title: '8–30 дней', from: 8, to: 30 },
  '31-60': { title: '31–60 дней', from: 31, to: 60 },
  '61-90': { title: '61–90 дней', from: 61, to: 90 },
  '90+': { title: 'Больше 90 дней', from: 91, to: 36_500 },
} as const
export type Bucket = keyof typeof buckets

const promise = z.object({ day: z.string(), amount: z.number(), state: z.enum(promiseStates) })

const loanItem = z.object({
  id: z.string(),
  contract: z.string(),
  state: z.enum(['running', 'closed', 'returned']),
  /** Surname and initials. */
  name: z.string(),
  principal: z.number(),
  /** What ends the overdue, or pays what is due today. */
  due: z.number(),
  overdueDays: z.number(),
  nextDate: z.nullable(z.string()),
  nextAmount: z.nullable(z.number()),
  /** When somebody last called or wrote about the debt. */
  contactedAt: z.nullable(z.string()),
  promise: z.nullable(promise),
  /** Not to be contacted directly, and why. */
  stop: z.nullable(keys(stopGrounds)),
})
export type OfficeLoanItem = z.output<typeof loanItem>

const portfolioRow = z.object({ bucket: keys(buckets), loans: z.number(), principal: z.number(), due: z.number() })

const narrowed = z.extend(page, {
  bucket: z.optional(keys(buckets)),
  state: z.optional(z.enum(['running', 'closed', 'returned'])),
})

const loanList = z.object({
  items: z.array(loanItem),
  next: z.optional(z.string()),
  /** Running loans that are late or pay today; `late` sums to the portfolio at risk. */
  portfolio: z.array(portfolioRow),
  running: z.object({ loans: z.number(), principal: z.number() }),
})

export const officeLoans = defineCall({
  name: 'officeLoans',
  about: 'Loans after the payout, by days overdue; with what every bucket holds',
  method: 'GET',
  path: '/service/office/loans',
  who: 'loans.read',
  query: narrowed,
  answer: loanList,
})

/** Answers like `officeLoans`, by what names a person or a loan. */
export const findLoans = defineCall({
  name: 'findLoans',
  about: 'The same by number, phone or surname',
  method: 'POST',
  path: '/service/office/loans/search',
  who: 'loans.read',
  body: z.extend(narrowed, { search }),
  answer: loanList,
})

const line = z.object({ account: z.string(), amount: z.number() })
const posting = z.object({
  number: z.number(),
  kind: z.string(),
  day: z.string(),
  booked: z.string(),
  /** The number of the posting it takes back. */
  reverses: z.optional(z.number()),
  lines: z.array(line),
})

const contact = z.object({
  id: z.string(),
  kind: z.enum(contactKinds),
  /** Of a message: what was told. */
  title: z.string(),
  at: z.string(),
  staff: z.nullable(z.string()),
  ended: z.boolean(),
  mine: z.boolean(),
  result: z.nullable(keys(contactResults)),
  words: z.string(),
  promise: z.nullable(promise),
})

export const officeLoan = defineCall({
  name: 'officeLoan',
  about:
    'One loan: the debt on any day, schedule, ledger, payments, contacts, whether the borrower may be called now. The look is in the journal',
  method: 'GET',
  path: '/service/office/loans/:id',
  who: 'loans.read',
  params: id,
  query: z.object({ on: z.optional(day) }),
  answer: z.object({
    loan: loanSchema,
    name: z.string(),
    /** Masked; whole only in a call that was begun. */
    phone: z.string(),
    postings: z.array(posting),
    payments: z.array(
      z.object({
        id: z.string(),
        day: z.string(),
        amount: z.number(),
        provider: z.string(),
        voided: z.boolean(),
        /** Somebody asked to take it out; another one has to say yes. */
        asked: z.nullable(z.extend(askedAction, { to: z.enum(voidTos) })),
      }),
    ),
    contacts: z.array(contact),
    stop: z.nullable(keys(stopGrounds)),
    /** More of what shuts every path, for whoever may open it. */
    mark: z.nullable(
      z.object({
        since: z.nullable(z.string()),
        two: z.boolean(),
        lift: z.nullable(askedAction),
        heirs: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            address: z.string(),
            basis: z.string(),
            acceptedOn: z.nullable(z.string()),
          }),
        ),
      }),
    ),
    /** Whether a call may begin; else why not, and from when. */
    call: z.object({
      allowed: z.boolean(),
      because: z.nullable(z.enum(['hours', 'aDay', 'aWeek', 'aMonth', 'stopped', 'notOverdue'])),
      from: z.nullable(z.string()),
    }),
  }),
  errors: ['not_found'],
})

export const beginCall = defineCall({
  name: 'beginCall',
  about:
    'Begins a call about an overdue debt: counted now, answered or not. Refused beyond the counts, hours and stops of 230-ФЗ; `details.from` says from when it may be',
  method: 'POST',
  path: '/service/office/loans/:id/calls',
  who: 'loans.call',
  status: 201,
  params: id,
  answer: z.object({ id: z.string(), phone: z.string() }),
  errors: ['not_found', 'state_conflict', 'contact_limit', 'contact_hours', 'contact_stopped'],
})

export const endCall = defineCall({
  name: 'endCall',
  about: 'What came of one’s own call: result, words, a promise with its day and sum',
  method: 'POST',
  path: '/service/office/contacts/:id',
  who: 'loans.call',
  status: 204,
  params: id,
  body: z.object({
    result: keys(contactResults),
    words: comment,
    promise: z.optional(z.object({ day, amount: z.int().check(z.minimum(100), z.maximum(100_000_000_00)) })),
  }),
  errors: ['not_found', 'state_conflict'],
})

export const stopContacts = defineCall({
  name: 'stopContacts',
  about: 'This person is not contacted directly any more, whatever the loan',
  method: 'POST',
  path: '/service/office/loans/:id/stop',
  who: 'contacts.stop',
  status: 204,
  params: id,
  body: z.object({
    ground: keys(stopGrounds),
    /** Of a death, of a bankruptcy: the day in the papers. From it no penalty, or nothing at all, is charged. */
    since: z.optional(day),
  }),
  errors: ['not_found', 'state_conflict', 'bad_request'],
})

export const liftStop = defineCall({
  name: 'liftStop',
  about:
    'This person may be contacted again. Their own word is lifted at once; what stands in papers by two: one asks with a reason, another one confirms. What was not charged because of it is charged again',
  method: 'POST',
  path: '/service/office/loans/:id/stop/lift',
  who: 'contacts.stop',
  status: 202,
  params: id,
  body: z.object({ reason: comment }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person', 'bad_request'],
})

export const addHeir = defineCall({
  name: 'addHeir',
  about:
    'Somebody who inherits the debt of a borrower who died, by a notary’s paper: sealed. From the day the inheritance is accepted penalty may be charged again',
  method: 'POST',
  path: '/service/office/loans/:id/heirs',
  who: 'contacts.stop',
  status: 201,
  params: id,
  body: z.object({
    name: comment.check(z.trim(), z.minLength(1, 'Напишите имя наследника')),
    address: comment.check(z.trim(), z.minLength(1, 'Напишите адрес для писем')),
    basis: comment.check(z.trim(), z.minLength(1, 'Укажите справку или свидетельство нотариуса')),
    acceptedOn: z.optional(day),
  }),
  answer: z.object({ id: z.string() }),
  errors: ['not_found', 'state_conflict', 'bad_request'],
  idempotent: true,
})

export const voidPayment = defineCall({
  name: 'voidPayment',
  about:
    'Takes a payment out: it never came or the payer’s bank took it back (`gone`); or it is another’s, and waits in suspense for its place. One asks with a reason, another one confirms the same',
  method: 'POST',
  path: '/service/office/payments/:id/void',
  who: 'money.manage',
  status: 202,
  params: id,
  body: z.object({ reason: comment, to: z.optional(z.enum(voidTos)) }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})
