import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { day } from '../given.ts'
import { root } from './parameters.ts'

const printable = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{1,64}$/, 'От 1 до 64 знаков латиницы, цифр и знаков без пробелов'))

export const tellPayment = defineCall({
  name: 'tellPayment',
  lane: 'reserved',
  about:
    'Tells of a payment the lender’s own terminal or bank took. Counted once for its `reference`; one that no running loan can take waits in suspense for a person. Told again, it answers where the money is now; told otherwise, `payment_conflict` names the field that differs',
  method: 'POST',
  path: `${root}/payments`,
  who: 'machine',
  scope: 'payments:write',
  body: z.object({
    /** The loan, or the number of its contract: one of the two. */
    loan: z.optional(printable),
    contract: z.optional(printable),
    /** Whole kopecks. */
    amount: z.int().check(z.minimum(1, 'Больше нуля'), z.maximum(100_000_000_00, 'Слишком много')),
    /** The day the payer paid: the debt goes by it. */
    paidOn: day,
    /** Your own id of the payment. */
    reference: printable,
  }),
  answer: z.object({
    /** `voided`: taken out by the staff; `refunded`: given back to the payer, or on its way. */
    status: z.enum(['booked', 'suspended', 'voided', 'refunded']),
    /** The loan it counts for; null: for none. */
    loan: z.nullable(z.string()),
  }),
  example: {
    body: { contract: '261123-000123-04', amount: 1_014_000, paidOn: '2026-11-23', reference: 'kassa-1' },
    answer: { status: 'booked', loan: '6db4bd27-b8dd-4000-992e-dd27addaf3ad' },
  },
  errors: ['forbidden', 'payment_conflict'],
  idempotent: true,
})
