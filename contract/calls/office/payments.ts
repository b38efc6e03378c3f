import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { payPurposes, payStates, payWays } from '../../paying.ts'
import { comment, id, page, short } from './parameters.ts'

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
  who: 'loanReader',
  query: z.extend(page, { loan: z.optional(short), state: z.optional(z.enum(payStates)) }),
  answer: z.object({ items: z.array(paymentItem), next: z.optional(z.string()) }),
})

export const refundSuspense = defineCall({
  name: 'refundSuspense',
  about:
    'Gives money in suspense back to the means it was paid with. One asks, another one confirms; then the provider is told. Again for one the provider refused',
  method: 'POST',
  path: '/service/office/suspense/:id/refund',
  who: 'accountant',
  status: 202,
  params: id,
  body: z.object({ reason: comment }),
  answer: z.object({ done: z.boolean() }),
  errors: ['not_found', 'state_conflict', 'second_person'],
})
