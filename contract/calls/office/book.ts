import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'
import { comment, id, page } from './parameters.ts'

export const suspenseReasons = {
  unknownLoan: 'Такого займа нет',
  closedLoan: 'Заём уже закрыт',
  beforeLoan: 'Заплачено раньше, чем выдан заём',
  overpaid: 'Заплачено больше долга',
  otherLoan: 'Снято с займа: платёж был не по нему',
  otherSum: 'Пришла не та сумма, что была выставлена',
} as const
export type SuspenseReason = keyof typeof suspenseReasons

/** What one of the staff asked for about money, and another one may confirm or decline. */
export const askedAction = z.object({ id: z.string(), by: z.string(), reason: z.string(), mayConfirm: z.boolean() })

const suspenseItem = z.object({
  id: z.string(),
  at: z.string(),
  amount: z.number(),
  provider: z.string(),
  providerId: z.string(),
  /** The loan that was named. */
  loan: z.string(),
  reason: z.enum(Object.keys(suspenseReasons) as [SuspenseReason, ...SuspenseReason[]]),
  asked: z.nullable(z.extend(askedAction, { contract: z.string() })),
  /** It came through who takes payments here, and can go back to the means it was paid with. */
  refundable: z.boolean(),
  /** The client has asked for it back. */
  wanted: z.boolean(),
  /** Somebody asked to give it back; another one has to say yes. */
  refund: z.nullable(
    z.extend(askedAction, {
      /** The transfer it went back by; null: the provider is to give it back. */
      transfer: z.nullable(z.object({ number: z.string(), day: z.string() })),
    }),
  ),
})
export type SuspenseItem = z.output<typeof suspenseItem>

export const officeSuspense = defineCall({
  name: 'officeSuspense',
  about: 'Money nobody has placed yet, oldest first',
  method: 'GET',
  path: '/service/office/suspense',
  who: 'loans.read',
  query: page,
  answer: z.object({ items: z.array(suspenseItem), next: z.optional(z.string()), total: z.number() }),
})

export const placeSuspense = defineCall({
  name: 'placeSuspense',
  about:
    'Places money in suspense on a running loan, by the number of its contract and with the payer’s own day. One asks, another one confirms the same',
  method: 'POST',
  path: '/service/office/suspense/:id/place',
  who: 'money.manage',
  status: 202,
  params: id,
  body: z.object({ contract: z.string().check(z.minLength(1), z.maxLength(40)), reason: comment }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})

export const dropAsked = defineCall({
  name: 'dropAsked',
  about:
    'Takes back what was asked for about money and waits for another one’s word (placed, given back, taken out), or about a mark that is lifted: by who asked, or whoever could confirm it. Then something else may be asked for',
  method: 'DELETE',
  path: '/service/office/asked/:id',
  who: 'money.manage',
  also: ['contacts.stop'],
  status: 204,
  params: id,
  errors: ['not_found', 'forbidden'],
})

export const officeLedger = defineCall({
  name: 'officeLedger',
  about: 'The trial balance by what was of value on a day: every account of the book, its turnover and balance',
  method: 'GET',
  path: '/service/office/ledger',
  who: 'loans.read',
  query: z.object({ on: z.optional(day) }),
  answer: z.object({
    day: z.string(),
    accounts: z.array(z.object({ account: z.string(), debit: z.number(), credit: z.number() })),
    debit: z.number(),
    credit: z.number(),
  }),
})

export const exportBookDay = defineCall({
  name: 'exportBookDay',
  about:
    'What was booked on a day that is over, for 1С: summed by accounts, or posting by posting; CSV (semicolons, UTF-8 with BOM, decimal comma). The export is in the journal',
  method: 'GET',
  path: '/service/office/ledger/days/:day/:kind',
  limit: 'reportExport',
  who: 'money.manage',
  params: z.object({ day, kind: z.enum(['sums', 'postings']) }),
})
