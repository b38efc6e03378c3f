import type { Destination } from '#contract/facts.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { CancelReason, Transfer } from '#server/providers/payout/port.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { jobActor, shownPayout } from './books.ts'
import type { Claim } from './claiming.ts'
import { lockPayout, type PayoutRow, type PayoutState, updateAttempt, updatePayout } from './store.ts'
import { cancelWords, unfunded } from './words.ts'

/**
 * What a call of the rail brought. `unknown`: the transfer may have been made; `refused`: it certainly was not, and the same call will not do
 * by itself. `trouble` is for the office.
 */
export type Outcome =
  | Transfer
  | { readonly state: 'unknown'; readonly trouble: string | null }
  | { readonly state: 'refused'; readonly trouble: string }

type Going = Exclude<Outcome, { readonly state: 'succeeded' | 'cancelled' }>

export interface SettlingParts {
  readonly platform: Platform
  readonly requests: Requests
  readonly notify: Notify
}

const going = {
  pending: { attempt: 'open', payout: 'sent' },
  unknown: { attempt: 'unknown', payout: 'checking' },
  refused: { attempt: 'refused', payout: 'refused' },
} as const satisfies Record<Going['state'], { attempt: string; payout: PayoutState }>

export function createSettling({ platform, requests, notify }: SettlingParts) {
  const { clock, log } = platform

  async function wait(tx: Tx, payout: PayoutRow, claimed: Claim, outcome: Going): Promise<void> {
    const { attempt, payout: state } = going[outcome.state]
    const trouble = outcome.state === 'pending' ? null : outcome.trouble
    await updateAttempt(tx.db, claimed.attempt.id, {
      state: attempt,
      ...(outcome.state === 'pending' ? { provider_id: outcome.id } : { reason: outcome.trouble }),
    })
    await updatePayout(tx.db, payout.id, { lease_until: null, updated_at: clock.now(), state, trouble })
    if (trouble && trouble !== payout.trouble) {
      log.error({ payout: payout.id, attempt: claimed.attempt.id, trouble }, 'the payout rail refuses our calls')
      tx.journal({
        event: 'payout.trouble',
        actor: jobActor,
        subject: { kind: 'request', id: payout.request_id },
        data: { payout: payout.id, attempt: claimed.attempt.id, trouble },
      })
    }
    const request = await requests.lock(tx, payout.request_id)
    const shown = shownPayout(platform, state, claimed.order.destination)
    if (shown && request.shown.payout?.state !== shown.state)
      await requests.touch(tx, request, { shown: { payout: shown } })
  }

  /** Our account had too little: no fault of the place the money was to go to. It waits for the staff, its owner is told once. */
  async function awaitMoney(tx: Tx, claimed: Claim, request: StoredRequest) {
    const { payout, attempt, order } = claimed
    await updatePayout(tx.db, payout.id, { state: 'unfunded', trouble: unfunded })
    log.error({ payout: payout.id, attempt: attempt.id }, 'the account payouts are made from has too little money')
    tx.journal({
      event: 'payout.unfunded',
      actor: jobActor,
      subject: { kind: 'request', id: request.id },
      data: { payout: payout.id, attempt: attempt.id },
    })
    if (request.shown.payout?.state === 'unfunded') return
    await requests.touch(tx, request, { shown: { payout: shownPayout(platform, 'unfunded', order.destination) } })
    await notify(tx, { clientId: request.client_id, requestId: request.id }, 'payoutDelayed')
  }

  async function takeBack(
    tx: Tx,
    request: StoredRequest,
    destination: Destination,
    reason: Exclude<CancelReason, 'insufficient_funds'>,
  ) {
    const words = cancelWords[reason]
    await requests.move(tx, request, {
      event: 'payoutCancelled',
      who: 'job',
      actor: jobActor,
      data: { reason },
      shown: { payout: shownPayout(platform, 'cancelled', destination, words) },
    })
    await notify(tx, { clientId: request.client_id, requestId: request.id }, 'payoutCancelled', { why: words })
  }

  /** Writes what a call of the rail brought. A payout that is settled, or is at a later attempt, is left alone. */
  return async (tx: Tx, claimed: Claim, outcome: Outcome): Promise<void> => {
    const payout = await lockPayout(tx.db, claimed.payout.id)
    if (!payout || payout.state === 'succeeded' || payout.attempt !== claimed.attempt.number) return
    if (outcome.state !== 'succeeded' && outcome.state !== 'cancelled') {
      // Another worker may have learnt how it ended while this one waited for its answer.
      if (payout.state !== 'cancelled' && payout.state !== 'unfunded') await wait(tx, payout, claimed, outcome)
      return
    }
    if (payout.state === 'cancelled' || payout.state === 'unfunded') return
    const now = clock.now()
    const { destination } = claimed.order
    const request = await requests.lock(tx, payout.request_id)
    await updateAttempt(tx.db, claimed.attempt.id, {
      state: outcome.state,
      provider_id: outcome.id,
      reason: outcome.state === 'cancelled' ? outcome.reason : null,
      settled_at: now,
    })
    await updatePayout(tx.db, payout.id, { lease_until: null, updated_at: now, state: outcome.state, trouble: null })
    if (outcome.state === 'cancelled')
      return outcome.reason === 'insufficient_funds'
        ? awaitMoney(tx, claimed, request)
        : takeBack(tx, request, destination, outcome.reason)
    await tx.emit('payout.succeeded', { requestId: request.id })
    await requests.move(tx, await requests.lock(tx, request.id), {
      event: 'paid',
      who: 'job',
      actor: jobActor,
      data: { payout: payout.id, attempt: claimed.attempt.id, amount: payout.amount },
      shown: { payout: shownPayout(platform, 'succeeded', destination) },
    })
  }
}
