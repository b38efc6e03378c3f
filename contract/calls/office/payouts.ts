import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'
import { id, page, search } from './parameters.ts'

/**
 * `refused`: the rail did not take the call and has made nothing; a person goes on with it. `unfunded`: there was not enough money on our own account,
 * nothing was sent; a person goes on when there is. `withdrawn`: the loan was given up, no money has left.
 */
export const payoutStates = [
  'preparing',
  'sent',
  'checking',
  'refused',
  'unfunded',
  'succeeded',
  'cancelled',
  'withdrawn',
] as const
export type PayoutState = (typeof payoutStates)[number]

export const attemptStates = ['open', 'unknown', 'refused', 'succeeded', 'cancelled'] as const

/** Those nothing happens to until somebody here does something. */
export const waitForUs = ['refused', 'unfunded'] as const satisfies readonly PayoutState[]

/** A state, or all that wait for us. */
export const payoutFilters = ['ours', ...payoutStates] as const

const payoutItem = z.object({
  id: z.string(),
  requestId: z.string(),
  /** «Иванова А. П.»; where the money goes, masked. */
  name: z.string(),
  payee: z.string(),
  amount: z.number(),
  state: z.enum(payoutStates),
  /** What the rail last complained of: nothing happens by itself while it refuses our calls. */
  trouble: z.optional(z.string()),
  /** Somebody asked to go on with it; another one has to say yes. */
  retry: z.optional(z.object({ askedBy: z.string(), mayConfirm: z.boolean() })),
  attempts: z.array(
    z.object({ number: z.number(), state: z.enum(attemptStates), at: z.string(), reason: z.optional(z.string()) }),
  ),
})
export type OfficePayout = z.output<typeof payoutItem>

const narrowed = { ...page.shape, state: z.optional(z.enum(payoutFilters)) }
const answer = z.object({
  items: z.array(payoutItem),
  next: z.optional(z.string()),
  /** All that wait for us, whatever was asked for. */
  ours: z.object({ count: z.number(), amount: z.number() }),
})

export const officePayouts = defineCall({
  name: 'officePayouts',
  about: 'Payouts with their attempts, newest first; names shortened, payees masked',
  method: 'GET',
  path: '/service/office/payouts',
  who: 'payouts.read',
  query: z.object(narrowed),
  answer,
  quiet: true,
})

/** What is searched for names a person: it goes in the body, never in an address. */
export const findPayouts = defineCall({
  name: 'findPayouts',
  about: 'The same by phone, surname, number of a contract, whole or short id of a request or payout',
  method: 'POST',
  path: '/service/office/payouts/search',
  who: 'payouts.read',
  body: z.object({ ...narrowed, search }),
  answer,
})

export const retryPayout = defineCall({
  name: 'retryPayout',
  about:
    'Goes on with a payout the rail refused to take or says nothing of: asks the rail first, and sends again under the same key only what it does not know. One there was no money for is sent anew. Where there are two supervisors the first one asks and the other confirms: `retry`',
  method: 'POST',
  path: '/service/office/payouts/:id/retry',
  who: 'payouts.retry',
  status: 202,
  params: id,
  answer: payoutItem,
  errors: ['not_found', 'state_conflict', 'second_person'],
  idempotent: true,
})
