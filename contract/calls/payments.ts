import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { autopayEnds, payPurposes, payStates, payWays } from '../paying.ts'

const id = z.object({ id: z.string().check(z.maxLength(64)) })
const sum = z.int().check(z.minimum(1), z.maximum(100_000_000_00))
const means = z.object({ id: z.string(), title: z.string() })

/** A payment that was begun inside the product. */
const paymentSchema = z.object({
  id: z.string(),
  loan: z.string(),
  purpose: z.enum([...payPurposes, 'autopay']),
  way: z.enum(payWays),
  amount: z.number(),
  state: z.enum(payStates),
  /** Where it is paid: the provider's page. Null while it is being made, and once nothing is left to pay. */
  link: z.nullable(z.string()),
  /** Why it came to nothing and what can be done, in words. */
  reason: z.nullable(z.string()),
  at: z.string(),
})
export type PaymentView = z.output<typeof paymentSchema>

const keysOf = <K extends string>(table: Record<K, unknown>) => z.enum(Object.keys(table) as [K, ...K[]])

export const getPaying = defineCall({
  name: 'getPaying',
  about:
    'How an own loan can be paid: ways, saved means, autopay, payments under way, money that waits to be given back',
  method: 'GET',
  path: '/service/loans/:id/paying',
  params: id,
  answer: z.object({
    /** Empty: on the lender's own payment page only. */
    ways: z.array(z.enum(payWays)),
    saves: z.boolean(),
    means: z.array(means),
    autopay: z.nullable(
      z.object({
        on: z.boolean(),
        means: z.nullable(means),
        /** The most that is charged at once. */
        most: z.number(),
        /** Why it ended by itself. */
        ended: z.nullable(keysOf(autopayEnds)),
      }),
    ),
    /** What is to be agreed to for autopay; null: there is none. */
    agreement: z.nullable(z.object({ document: z.string(), version: z.string(), title: z.string(), most: z.number() })),
    payments: z.array(paymentSchema),
    back: z.array(z.object({ id: z.string(), amount: z.number(), asked: z.boolean(), reason: z.string() })),
  }),
  errors: ['not_found'],
})

export const startPayment = defineCall({
  name: 'startPayment',
  about:
    'Begins a payment of an own loan: a link to the provider’s page, or a charge of a saved means. The sum is the one that was shown: `quote_over` when it is another by now',
  method: 'POST',
  path: '/service/loans/:id/payments',
  limit: 'rareChange',
  status: 201,
  params: id,
  body: z.object({
    purpose: z.enum(payPurposes),
    amount: sum,
    way: z.enum(payWays),
    /** Of a saved means. */
    means: z.optional(z.string().check(z.maxLength(64))),
    /** The provider is to keep the means. */
    save: z.optional(z.boolean()),
  }),
  answer: paymentSchema,
  errors: ['not_found', 'state_conflict', 'bad_request', 'quote_over', 'payment_waiting'],
  idempotent: true,
})

export const getPayment = defineCall({
  name: 'getPayment',
  about: 'What has become of a payment that was begun',
  method: 'GET',
  path: '/service/payments/:id',
  quiet: true,
  params: id,
  answer: paymentSchema,
  errors: ['not_found'],
})

export const unlinkMeans = defineCall({
  name: 'unlinkMeans',
  about: 'Lets a saved means of paying go: nothing is charged with it any more, autopay with it ends',
  method: 'DELETE',
  path: '/service/payment-means/:id',
  limit: 'rareChange',
  status: 204,
  params: id,
  errors: ['not_found', 'payment_waiting'],
})

export const setAutopay = defineCall({
  name: 'setAutopay',
  about: 'Agrees that what falls due of an own loan is charged by itself, or ends that',
  method: 'PUT',
  path: '/service/loans/:id/autopay',
  limit: 'rareChange',
  status: 204,
  params: id,
  body: z.object({
    /** The agreement that was ticked; absent: it ends. */
    agreed: z.optional(
      z.object({
        means: z.string().check(z.maxLength(64)),
        version: z.string().check(z.maxLength(20)),
        most: sum,
      }),
    ),
  }),
  errors: ['not_found', 'state_conflict', 'quote_over'],
})

export const askRefund = defineCall({
  name: 'askRefund',
  about: 'Asks for money back that was paid beyond the debt, or came when there was nothing to pay',
  method: 'POST',
  path: '/service/money-back/:id',
  limit: 'rareChange',
  status: 204,
  params: id,
  errors: ['not_found', 'state_conflict'],
})
