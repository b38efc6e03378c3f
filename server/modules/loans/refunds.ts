import type { IsoDate } from '#contract/dates.ts'
import { kopecks } from '#contract/money.ts'
import type { PayCancelReason } from '#contract/paying.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { LoanBook, LoanParts } from './book.ts'
import { type Following, refundFacts, strayFact } from './following.ts'
import {
  insertRefund,
  lockRefund,
  type RefundRow,
  refundsOf,
  refundsOfSuspense,
  refundsToLook,
  refusedOnes,
  updateRefund,
} from './refunds-store.ts'
import { lockLoan, readLoan } from './store.ts'
import { lockSuspense, type SuspenseRow, updateSuspense, waitingOf } from './suspense-store.ts'

/** How the provider answered. `refused`: it does not take the call, and somebody has to look. */
export type RefundOutcome =
  | { readonly state: 'waiting'; readonly id: string }
  | { readonly state: 'succeeded'; readonly id: string }
  | { readonly state: 'cancelled'; readonly id: string; readonly reason: PayCancelReason }
  | { readonly state: 'unknown' | 'refused'; readonly trouble: string | null }

/** A transfer of the lender's own bank, by its document. */
export interface Transfer {
  readonly number: string
  readonly day: IsoDate
}

const actor = { kind: 'job' as const, id: 'refund' }

/** Money of nobody's debt that goes back to who paid it, each sum once: in the book, in the queue and at the provider. */
export function createRefunds(parts: LoanParts, { today, owner }: LoanBook, follow: Following['follow']) {
  const { platform, ledger, lender, notify } = parts
  const { clock, log } = platform

  /** Writes what the state of a refund means into the book: on the loan it was paid beyond, or beside the payment. */
  async function book(tx: Tx, refund: RefundRow): Promise<void> {
    if (refund.loan_id) return follow(tx, refund.loan_id)
    const kept = await lockSuspense(tx.db, refund.suspense_id)
    if (!kept) throw new Error('a refund of nothing')
    // What came back to the account of a loan is in the book of that loan.
    const given = (await refundsOfSuspense(tx.db, kept.id)).filter(({ loan_id }) => loan_id === null)
    // So is how another's money left it.
    const came = kept.reason === 'otherLoan' ? [] : [strayFact(kept, (kept.paid_on ?? today()) as IsoDate)]
    await ledger.record(tx, kept.id, [...came, ...given.flatMap((one) => refundFacts(one, 'suspense'))])
  }

  const journal = (
    tx: Tx,
    event: 'refund.order' | 'refund.done' | 'refund.back',
    { id, suspense_id, amount }: RefundRow,
  ) => tx.journal({ event, actor, subject: { kind: 'payment', id: suspense_id }, data: { refund: id, amount } })

  async function told(tx: Tx, { suspense_id, amount, transfer, day }: RefundRow): Promise<void> {
    const kept = await lockSuspense(tx.db, suspense_id)
    const row = kept && kept.reason !== 'otherLoan' && (await readLoan(tx.db, kept.loan))
    const transferred = transfer === null ? {} : { transferred: day as IsoDate }
    if (row) await notify(tx, owner(row), 'refunded', { amount: kopecks(amount), ...transferred })
  }

  /** Writes a refund of money that waits: it is owed no more. Throws `state_conflict` when it waits no longer. */
  async function give(tx: Tx, suspenseId: string, how: Partial<RefundRow>): Promise<RefundRow> {
    const kept = await lockSuspense(tx.db, suspenseId)
    if (!kept || kept.settled_at) throw fail('state_conflict')
    if (kept.reason === 'overpaid') await lockLoan(tx.db, kept.loan)
    const now = clock.now()
    const refund: RefundRow = {
      id: newId(),
      suspense_id: suspenseId,
      loan_id: kept.reason === 'overpaid' ? kept.loan : null,
      provider: kept.provider,
      payment_id: kept.provider_id,
      amount: kept.amount,
      state: 'ordered',
      provider_id: null,
      reason: null,
      trouble: null,
      day: today(),
      lease_until: null,
      look_at: null,
      ordered_at: now,
      settled_at: null,
      transfer: null,
      paid_from: null,
      ...how,
    }
    if (!(await insertRefund(tx.db, refund))) throw fail('state_conflict')
    await updateSuspense(tx.db, suspenseId, { settled_at: now })
    await book(tx, refund)
    return refund
  }

  /** The money a word of the staff about a transfer is about. Throws when it waits no longer, or no transfer of that day can have given it back. */
  async function transferable(tx: Tx, suspenseId: string, day: IsoDate): Promise<SuspenseRow> {
    const kept = await lockSuspense(tx.db, suspenseId)
    if (!kept) throw fail('not_found')
    if (kept.settled_at) throw fail('state_conflict')
    const wrong = (message: string) => fail('bad_request', { issues: [{ field: 'day', message }] })
    if (day > today()) throw wrong('Этот день ещё не наступил')
    if (kept.paid_on && day < kept.paid_on) throw wrong('В этот день платёж ещё не пришёл')
    return kept
  }

  return {
    /** Money of a client that waits to be given back. */
    waitingFor: (loanIds: readonly string[]): Promise<SuspenseRow[]> => waitingOf(platform.db, loanIds),

    /** The client asks for it back. The staff have three days. */
    async askRefund(tx: Tx, clientId: string, suspenseId: string): Promise<void> {
      const kept = await lockSuspense(tx.db, suspenseId)
      const row = kept && (await readLoan(tx.db, kept.loan))
      if (!kept || kept.reason === 'otherLoan' || row?.client_id !== clientId) throw fail('not_found')
      if (kept.settled_at) throw fail('state_conflict')
      if (kept.refund_asked_at) return
      await updateSuspense(tx.db, suspenseId, { refund_asked_at: clock.now() })
      tx.journal({
        event: 'refund.ask',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'payment', id: suspenseId },
        data: { amount: kept.amount },
      })
    },

    /** Throws unless this money waits and came through a provider that can give it back. */
    async refundable(tx: Tx, suspenseId: string, provider: string | undefined): Promise<SuspenseRow> {
      const kept = await lockSuspense(tx.db, suspenseId)
      if (!kept) throw fail('not_found')
      if (kept.settled_at || kept.provider !== provider) throw fail('state_conflict')
      return kept
    },

    /** Two of the staff have said so: the money is owed no more, and the provider will be asked. Answers the refund. */
    async orderRefund(tx: Tx, suspenseId: string): Promise<string> {
      const refund = await give(tx, suspenseId, { look_at: clock.now() })
      journal(tx, 'refund.order', refund)
      return refund.id
    },

    transferable,

    /** Two of the staff say that the money went back by a transfer: it left the lender's account on the day of the document. */
    async transferred(tx: Tx, suspenseId: string, staffId: string, document: Transfer): Promise<void> {
      const { number, day } = document
      const { provider } = await transferable(tx, suspenseId, day)
      const [own] = lender.accounts
      const paid_from = provider.startsWith('bank:') || !own ? null : `bank:${own.account}`
      const done = { state: 'succeeded', settled_at: clock.now(), transfer: number, day, paid_from } as const
      const refund = await give(tx, suspenseId, done)
      tx.journal({
        event: 'refund.transfer',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'payment', id: suspenseId },
        data: { refund: refund.id, amount: refund.amount, number, day },
      })
      await told(tx, refund)
    },

    refundsToLook: (limit: number) => refundsToLook(platform.db, clock.now(), limit),
    refusedRefunds: () => refusedOnes(platform.db),
    refundsOf: (loanId: string) => refundsOf(platform.db, loanId),

    /** Takes a refund for a while; null: nothing to do, or somebody else is at it. */
    async claimRefund(tx: Tx, id: string, leaseMs: number): Promise<RefundRow | null> {
      const row = await lockRefund(tx.db, id)
      const now = clock.now()
      if (row?.state !== 'ordered' || (row.lease_until && row.lease_until > now)) return null
      await updateRefund(tx.db, id, { lease_until: new Date(now.getTime() + leaseMs) })
      return row
    },

    /** Writes what the provider said of a refund, once. */
    async settleRefund(tx: Tx, id: string, outcome: RefundOutcome, lookAt: Date): Promise<void> {
      const before = await lockRefund(tx.db, id)
      if (before?.state !== 'ordered') return
      const done = { lease_until: null, look_at: null, settled_at: clock.now() }
      if (outcome.state === 'waiting')
        return updateRefund(tx.db, id, { provider_id: outcome.id, lease_until: null, look_at: lookAt })
      if (!('id' in outcome)) {
        const { trouble } = outcome
        if (trouble) log.error({ refund: id, trouble }, 'the payment provider refuses a refund')
        const state = outcome.state === 'refused' ? 'refused' : 'ordered'
        const look_at = state === 'refused' ? null : lookAt
        return updateRefund(tx.db, id, { state, trouble, lease_until: null, look_at })
      }
      const { id: provider_id, state } = outcome
      const reason = outcome.state === 'cancelled' ? outcome.reason : null
      await updateRefund(tx.db, id, { ...done, state, provider_id, reason, trouble: null })
      const after: RefundRow = { ...before, state }
      // It waits again, in the same place: somebody gives it back another way.
      if (state === 'cancelled') {
        log.error({ refund: id, reason }, 'a refund came back: the money waits again')
        await updateSuspense(tx.db, before.suspense_id, { settled_at: null })
      }
      await book(tx, after)
      journal(tx, state === 'succeeded' ? 'refund.done' : 'refund.back', after)
      if (state === 'succeeded') await told(tx, after)
    },

    /** Asks the provider again after it refused our call: somebody has put right what it complained of. */
    async retryRefund(tx: Tx, id: string, staffId: string): Promise<void> {
      const row = await lockRefund(tx.db, id)
      if (!row) throw fail('not_found')
      if (row.state !== 'refused') throw fail('state_conflict')
      const now = clock.now()
      await updateRefund(tx.db, id, { state: 'ordered', trouble: null, look_at: now, ordered_at: now })
      tx.journal({
        event: 'refund.retry',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'payment', id: row.suspense_id },
        data: { refund: id, amount: row.amount },
      })
    },
  }
}
