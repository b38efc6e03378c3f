import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id, page } from './parameters.ts'

const payoutItem = z.object({
  id: z.string(),
  requestId: z.string(),
  amount: z.number(),
  state: z.string(),
  /** What the rail last complained of: nothing happens by itself while it refuses our calls. */
  trouble: z.optional(z.string()),
  /** Somebody asked to go on with it; another one has to say yes. */
  retry: z.optional(z.object({ askedBy: z.string(), mayConfirm: z.boolean() })),
  attempts: z.array(
    z.object({ number: z.number(), state: z.string(), at: z.string(), reason: z.optional(z.string()) }),
  ),
})
export type OfficePayout = z.output<typeof payoutItem>

export const officePayouts = defineCall({
  name: 'officePayouts',
  about: 'Payouts with their attempts',
  method: 'GET',
  path: '/service/office/payouts',
  who: 'verifier',
  query: page,
  answer: z.object({ items: z.array(payoutItem), next: z.optional(z.string()) }),
})

export const retryPayout = defineCall({
  name: 'retryPayout',
  about:
    'Goes on with a payout the rail refused to take or says nothing of: asks the rail first, and sends again under the same key only what it does not know. Where there are two supervisors the first one asks and the other confirms: `retry`',
  method: 'POST',
  path: '/service/office/payouts/:id/retry',
  who: 'supervisor',
  status: 202,
  params: id,
  answer: payoutItem,
  errors: ['not_found', 'state_conflict', 'second_person'],
  idempotent: true,
})
