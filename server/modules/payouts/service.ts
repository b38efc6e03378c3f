import { type Destination, destinationText, type Facts } from '#contract/facts.ts'
import type { LoanRequest } from '#contract/request.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { PayoutOrder, PayoutRail, Transfer } from '#server/providers/payout/port.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import {
  type AttemptRow,
  insertAttempt,
  insertPayout,
  lockPayout,
  openPayouts,
  type PayoutRow,
  type PayoutState,
  payoutByTransfer,
  payoutOfRequest,
  readAttempt,
  updateAttempt,
  updatePayout,
} from './store.ts'
import { cancelWords } from './words.ts'

const leaseMs = 60_000
const lookAgainMs = 3000
const job = 'payout'

type Receiver = PayoutOrder['receiver']

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly rail: PayoutRail
  /** The money has arrived: a loan begins. In the same transaction. */
  readonly paid: (tx: Tx, request: StoredRequest) => Promise<LoanRequest['loan']>
  /** The rail gave the money back: the borrower is told. */
  readonly cancelled: (tx: Tx, request: StoredRequest, words: string) => Promise<void>
}

interface Claim {
  readonly payout: PayoutRow
  readonly attempt: AttemptRow
  readonly order: PayoutOrder
  readonly fresh: boolean
}

/**
 * Pays each signed contract exactly once: intent, claim with a lease, the rail called with the attempt's own key, settled
 * by notification and by looking. An unknown outcome is asked about under the same key; only a final «cancelled»
 * lets a new attempt with a new key begin.
 */
export function createPayouts({ platform, requests, rail, paid, cancelled }: Parts) {
  const { clock, sealing, jobs, log } = platform
  const payoutPlace = (id: string) => ({ table: 'payout', id })
  const attemptPlace = (id: string) => ({ table: 'payout_attempt', id })
  const actor = { kind: 'job' as const, id: job }

  function entry(tx: Tx, event: string, requestId: string, data: Record<string, unknown>) {
    tx.journal({ event, actor, subject: { kind: 'request', id: requestId }, data })
  }

  const shown = (state: PayoutState, destination: Destination, reason?: string): LoanRequest['payout'] => ({
    state,
    destination: destinationText(destination),
    at: clock.now().toISOString(),
    ...(reason && { reason }),
  })

  /** Takes the payout for a minute and finds or makes its open attempt. Null: nothing to do, or somebody else is at it. */
  async function claim(tx: Tx, payoutId: string): Promise<Claim | null> {
    const payout = await lockPayout(tx.db, payoutId)
    const now = clock.now()
    if (!payout || payout.state === 'succeeded' || payout.state === 'cancelled') return null
    if (payout.lease_until && payout.lease_until > now) return null
    const intent = sealing.unseal<{ destination: Destination; receiver: Receiver }>(
      payout.sealed,
      payoutPlace(payout.id),
    )
    const before = payout.attempt > 0 ? await readAttempt(tx.db, payout.id, payout.attempt) : undefined
    const going = before && (before.state === 'open' || before.state === 'unknown') ? before : undefined
    const attempt = going ?? (await begin(tx, payout, intent.destination))
    await updatePayout(tx.db, payout.id, {
      state: going ? payout.state : 'sent',
      attempt: attempt.number,
      lease_until: new Date(now.getTime() + leaseMs),
      updated_at: now,
    })
    const { destination } = sealing.unseal<{ destination: Destination }>(attempt.sealed, attemptPlace(attempt.id))
    const order = {
      key: attempt.id,
      amount: payout.amount,
      destination,
      receiver: intent.receiver,
      about: 'Выдача займа',
      at: attempt.at,
    }
    return { payout, attempt, order, fresh: !going }
  }

  async function begin(tx: Tx, payout: PayoutRow, destination: Destination): Promise<AttemptRow> {
    const id = newId()
    const row: AttemptRow = {
      id,
      payout_id: payout.id,
      number: payout.attempt + 1,
      state: 'open',
      sealed: sealing.seal({ destination }, attemptPlace(id)),
      provider: rail.name,
      provider_id: null,
      reason: null,
      at: clock.now(),
      settled_at: null,
    }
    await insertAttempt(tx.db, row)
    entry(tx, 'payout.attempt', payout.request_id, {
      payout: payout.id,
      attempt: id,
      number: row.number,
      amount: payout.amount,
    })
    return row
  }

  async function ask({ order, attempt, fresh }: Claim): Promise<Transfer> {
    if (fresh) return rail.pay(order)
    // The rail never saw our key: the first call did not reach it, the same key may go out again.
    return (await rail.find(order, attempt.provider_id)) ?? rail.pay(order)
  }

  async function settle(tx: Tx, claimed: Claim, outcome: Transfer | null): Promise<void> {
    const payout = await lockPayout(tx.db, claimed.payout.id)
    if (!payout || payout.state === 'succeeded' || payout.attempt !== claimed.attempt.number) return
    const now = clock.now()
    const { destination } = claimed.order
    const release = { lease_until: null, updated_at: now }
    if (!outcome || outcome.state === 'pending') {
      const state: PayoutState = outcome ? 'sent' : 'checking'
      await updateAttempt(tx.db, claimed.attempt.id, {
        state: outcome ? 'open' : 'unknown',
        ...(outcome && { provider_id: outcome.id }),
      })
      await updatePayout(tx.db, payout.id, { ...release, state })
      const request = await requests.lock(tx, payout.request_id)
      if (request.shown.payout?.state !== state)
        await requests.touch(tx, request, { shown: { payout: shown(state, destination) } })
      return
    }
    const request = await requests.lock(tx, payout.request_id)
    await updateAttempt(tx.db, claimed.attempt.id, {
      state: outcome.state,
      provider_id: outcome.id,
      reason: outcome.state === 'cancelled' ? outcome.reason : null,
      settled_at: now,
    })
    await updatePayout(tx.db, payout.id, { ...release, state: outcome.state })
    if (outcome.state === 'cancelled') return takeBack(tx, request, destination, outcome.reason)
    const loan = await paid(tx, request)
    await requests.move(tx, request, {
      event: 'paid',
      who: 'job',
      actor,
      data: { payout: payout.id, attempt: claimed.attempt.id, amount: payout.amount },
      shown: { payout: shown('succeeded', destination), loan: loan ?? null },
    })
  }

  async function takeBack(tx: Tx, request: StoredRequest, destination: Destination, reason: keyof typeof cancelWords) {
    const words = cancelWords[reason]
    await requests.move(tx, request, {
      event: 'payoutCancelled',
      who: 'job',
      actor,
      data: { reason },
      shown: { payout: shown('cancelled', destination, words) },
    })
    await cancelled(tx, request, words)
  }

  /** One turn of one payout. Safe to run any number of times, by any number of servers. */
  async function work(payoutId: string): Promise<void> {
    const claimed = await platform.transact((tx) => claim(tx, payoutId))
    if (!claimed) return
    const outcome = await ask(claimed).catch((error: unknown) => {
      log.warn({ payout: payoutId, attempt: claimed.attempt.id, err: error }, 'payout outcome unknown')
      return null
    })
    await platform.transact((tx) => settle(tx, claimed, outcome))
  }

  async function sweep(): Promise<void> {
    const now = clock.now()
    for (const id of await openPayouts(platform.db, new Date(now.getTime() - lookAgainMs), now)) await work(id)
  }

  jobs.define<{ payoutId: string }>(job, ({ payoutId }) => work(payoutId))
  jobs.every('payouts', lookAgainMs, sweep)

  return {
    /** The contract is signed and nothing holds the money back any more. One intent a request. */
    async intend(tx: Tx, request: StoredRequest, terms: { amount: number }): Promise<StoredRequest> {
      const facts = requests.facts(request)
      if (!facts.destination) throw new Error(`request ${request.id} has no destination for its payout`)
      if (await payoutOfRequest(tx.db, request.id)) return request
      const id = newId()
      const now = clock.now()
      await insertPayout(tx.db, {
        id,
        request_id: request.id,
        client_id: request.client_id,
        amount: terms.amount,
        state: 'preparing',
        sealed: sealing.seal({ destination: facts.destination, receiver: receiverOf(facts) }, payoutPlace(id)),
        attempt: 0,
        lease_until: null,
        created_at: now,
        updated_at: now,
      })
      entry(tx, 'payout.intend', request.id, { payout: id, amount: terms.amount })
      await tx.send(job, { payoutId: id })
      return requests.touch(tx, request, { shown: { payout: shown('preparing', facts.destination) } })
    },

    /** Another destination after a transfer came back: a new attempt. Nothing happens while one is under way. */
    async changeDestination(tx: Tx, request: StoredRequest, facts: Facts): Promise<void> {
      const payout = request.state === 'Payout' ? await payoutOfRequest(tx.db, request.id) : undefined
      if (payout?.state !== 'cancelled' || !facts.destination) return
      await updatePayout(tx.db, payout.id, {
        state: 'preparing',
        sealed: sealing.seal({ destination: facts.destination, receiver: receiverOf(facts) }, payoutPlace(payout.id)),
        updated_at: clock.now(),
      })
      entry(tx, 'payout.newDestination', request.id, { payout: payout.id, kind: facts.destination.kind })
      await requests.touch(tx, request, { shown: { payout: shown('preparing', facts.destination) } })
      await tx.send(job, { payoutId: payout.id })
    },

    /** A notification of the rail: look at the payout it names. Forged or unknown ones change nothing. */
    async notified(body: unknown): Promise<void> {
      const transferId = rail.readNotification(body)
      const payoutId = transferId ? await payoutByTransfer(platform.db, rail.name, transferId) : undefined
      if (payoutId) await work(payoutId)
    },

    work,
    sweep,
  }
}

const receiverOf = (facts: Facts): Receiver => ({
  surname: facts.surname ?? '',
  name: facts.name ?? '',
  patronymic: facts.patronymic,
})

export type Payouts = ReturnType<typeof createPayouts>
