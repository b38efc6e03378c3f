import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { payPurposes, payStates, payWays } from '../../paying.ts'
import { day } from '../given.ts'
import { comment, id, idInAddress, page } from './parameters.ts'

const paymentItem = z.object({
  id: z.string(),
  loan: z.string(),
  purpose: z.enum([...payPurposes, 'autopay']),
  way: z.enum(payWays),
  amount: z.number(),
  state: z.enum(payStates),
  at: z.string(),
  /** By it the provider's own office finds it. */
  providerId: z.nullable(z.string()),
  /** Why it came to nothing, in words. */
  reason: z.nullable(z.string()),
  /** What the provider complains of. */
  trouble: z.nullable(z.string()),
})
export type OfficePayment = z.output<typeof paymentItem>

export const officePayments = defineCall({
  name: 'officePayments',
  about: 'Payments begun inside the product, newest first; of one loan, or in one state',
  method: 'GET',
  path: '/service/office/payments',
  who: 'loans.read',
  query: z.extend(page, { loan: z.optional(idInAddress), state: z.optional(z.enum(payStates)) }),
  answer: z.object({ items: z.array(paymentItem), next: z.optional(z.string()) }),
})

export const refundSuspense = defineCall({
  name: 'refundSuspense',
  about:
    'Gives money in suspense back to the means it was paid with. One asks, another one confirms; then the provider is told',
  method: 'POST',
  path: '/service/office/suspense/:id/refund',
  who: 'money.manage',
  status: 202,
  params: id,
  body: z.object({ reason: comment }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})

export const refundByTransfer = defineCall({
  name: 'refundByTransfer',
  about:
    'Writes down that money in suspense, or paid beyond a debt, was given back by a transfer of the lender’s bank: its document’s number and date. One asks, another one confirms the same; then it is in the book and the client is told',
  method: 'POST',
  path: '/service/office/suspense/:id/transferred',
  who: 'money.manage',
  status: 202,
  params: id,
  body: z.object({
    number: z
      .string()
      .check(z.regex(/^[\dA-Za-zА-Яа-яЁё/-]{1,20}$/, 'Номер платёжного поручения: цифры, буквы, / и -')),
    day,
    reason: comment,
  }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})

const refusedRefund = z.object({
  id: z.string(),
  amount: z.number(),
  orderedAt: z.string(),
  /** The payment that is given back, by the provider's id. */
  payment: z.string(),
  /** What the provider complains of. */
  trouble: z.nullable(z.string()),
})
export type RefusedRefund = z.output<typeof refusedRefund>

export const refusedRefunds = defineCall({
  name: 'refusedRefunds',
  about:
    'Refunds two of the staff have ordered and the provider did not take: somebody puts right what it complains of',
  method: 'GET',
  path: '/service/office/refunds/refused',
  who: 'loans.read',
  answer: z.object({ items: z.array(refusedRefund) }),
})

export const retryRefund = defineCall({
  name: 'retryRefund',
  about: 'Asks the provider again for a refund it refused: the same one, under the same key',
  method: 'POST',
  path: '/service/office/refunds/:id/retry',
  who: 'money.manage',
  status: 202,
  params: id,
  errors: ['not_found', 'state_conflict'],
})
