import type { PayCancelReason } from '#contract/paying.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Payment } from '#server/providers/payment/port.ts'
import type { Loans } from '../loans/index.ts'
import type { Claim } from './claiming.ts'
import type { Means } from './means.ts'
import { isOver, lockOrder, type OrderRow, updateOrder } from './store.ts'

/**
 * What a call of the provider brought. `unknown`: the payment may have been made; `refused`: it certainly was not, and the same call will not do
 * by itself; `nothing`: the provider has never heard of it and will not be asked any more.
 */
export type Outcome =
  | Payment
  | { readonly state: 'unknown'; readonly trouble: string | null }
  | { readonly state: 'refused'; readonly trouble: string }
  | { readonly state: 'nothing'; readonly reason: PayCancelReason }

export interface SettlingParts {
  readonly platform: Platform
  readonly loans: Pick<Loans, 'told' | 'lock'>
  readonly means: Means
  readonly provider: string
  /** A charge by itself has ended. In the same transaction. */
  readonly charged: (tx: Tx, order: OrderRow, reason: PayCancelReason | null) => Promise<void>
}

const second = 1000
const minute = 60 * second

/** How soon to ask again of a payment so old: somebody who pays waits for the answer; a link nobody opened does not matter. */
export function lookAgainAfter(age: number): number {
  if (age < 15 * minute) return 3 * second
  return age < 120 * minute ? 30 * second : 10 * minute
}

export function createSettling({ platform, loans, means, provider, charged }: SettlingParts) {
  const { clock, log } = platform

  const ended = (tx: Tx, { id, loan_id }: OrderRow, state: string, reason?: string) =>
    tx.journal({
      event: 'payment.end',
      actor: { kind: 'provider', id: provider },
      subject: { kind: 'loan', id: loan_id },
      data: { order: id, state, ...(reason && { reason }) },
    })

  async function wait(tx: Tx, row: OrderRow, outcome: Extract<Outcome, { state: 'waiting' | 'unknown' | 'refused' }>) {
    const age = clock.now().getTime() - row.created_at.getTime()
    const look_at = new Date(clock.now().getTime() + lookAgainAfter(age))
    if (outcome.state === 'waiting')
      return updateOrder(tx.db, row.id, {
        state: 'waiting',
        provider_id: outcome.id,
        link: outcome.link ?? row.link,
        trouble: null,
        lease_until: null,
        look_at,
      })
    const { trouble } = outcome
    const refused = outcome.state === 'refused'
    // Nothing was made: the person begins another way, and a charge of a means makes room for the next.
    const over = refused ? { look_at: null, settled_at: clock.now() } : { look_at }
    await updateOrder(tx.db, row.id, { state: refused ? 'refused' : 'checking', trouble, lease_until: null, ...over })
    if (trouble && trouble !== row.trouble) {
      log.error({ order: row.id, trouble }, 'the payment provider refuses our calls')
      tx.journal({
        event: 'payment.trouble',
        actor: { kind: 'job', id: 'payments' },
        subject: { kind: 'loan', id: row.loan_id },
        data: { order: row.id, trouble },
      })
    }
    if (refused && row.purpose === 'autopay') await charged(tx, row, 'general_decline')
  }

  async function cancel(tx: Tx, row: OrderRow, reason: PayCancelReason, providerId?: string): Promise<void> {
    await updateOrder(tx.db, row.id, {
      state: 'cancelled',
      reason,
      ...(providerId && { provider_id: providerId }),
      link: null,
      trouble: null,
      lease_until: null,
      look_at: null,
      settled_at: clock.now(),
    })
    ended(tx, row, 'cancelled', reason)
    if (row.purpose === 'autopay') await charged(tx, row, reason)
  }

  /** Writes what a call of the provider brought, and books the money: on the loan or in suspense, once. An order that is over is left alone. */
  return async (tx: Tx, { row: before, order }: Pick<Claim, 'row' | 'order'>, outcome: Outcome): Promise<void> => {
    // The loan first, as whoever begins a payment does.
    await loans.lock(tx, before.loan_id)
    const row = await lockOrder(tx.db, before.id)
    if (!row || isOver(row)) return
    if (outcome.state === 'nothing') return cancel(tx, row, outcome.reason)
    if (outcome.state === 'cancelled') return cancel(tx, row, outcome.reason, outcome.id)
    if (outcome.state !== 'succeeded') return wait(tx, row, outcome)
    const { id, paidAt, amount, saved } = outcome
    await updateOrder(tx.db, row.id, {
      state: 'succeeded',
      provider_id: id,
      link: null,
      trouble: null,
      lease_until: null,
      look_at: null,
      settled_at: clock.now(),
    })
    ended(tx, row, 'succeeded')
    await loans.told(tx, row.loan_id, { provider, providerId: id, amount, ordered: order.amount, paidAt })
    if (saved && row.saves) await means.keep(tx, row.client_id, saved)
    if (row.purpose === 'autopay') await charged(tx, row, null)
  }
}
