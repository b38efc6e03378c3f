import { debtOn } from '#contract/calculation.ts'
import { type IsoDate, later } from '#contract/dates.ts'
import { kopecks } from '#contract/money.ts'
import type { VoidTo } from '#contract/paying.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { LoanBook, LoanParts } from './book.ts'
import { type Following, standsOn } from './following.ts'
import type { Payments } from './payments.ts'
import { refundsOf, stands } from './refunds-store.ts'
import { remindOn } from './reminders.ts'
import { loanByNumber, lockLoan, lockPayment, placementsOf, updateLoan, voidPayment } from './store.ts'
import {
  keepMisplaced,
  lockSuspense,
  placedFrom,
  type SuspenseRow,
  setOverpaid,
  settleSuspense,
  suspenseProvider,
  unsettleSuspense,
} from './suspense-store.ts'

/** What the staff put right about money that came. Who may, and that it takes two, is the desk's. */
export function createCorrections(parts: LoanParts, book: LoanBook, follow: Following['follow'], payments: Payments) {
  const { platform, requests, lender, notify } = parts
  const { clock } = platform
  const { running, today, owner } = book

  /** The running loan and the money a word of the staff is about. Throws `not_found` or `state_conflict`. */
  async function placing(tx: Tx, suspenseId: string, contract: string): Promise<{ loanId: string; kept: SuspenseRow }> {
    const kept = await lockSuspense(tx.db, suspenseId)
    const loan = await loanByNumber(tx.db, contract)
    if (!kept || !loan) throw fail('not_found')
    // What was paid beyond a debt is on an account of that loan: it is given back, not moved.
    if (kept.settled_at || kept.reason === 'overpaid' || loan.state !== 'running') throw fail('state_conflict')
    return { loanId: loan.id, kept }
  }

  return {
    placing,

    /** Throws unless there is such a payment and it counts. */
    async standing(tx: Tx, paymentId: string): Promise<void> {
      const payment = await lockPayment(tx.db, paymentId)
      if (!payment) throw fail('not_found')
      if (payment.voided_at) throw fail('state_conflict')
    },

    /** Places money in suspense on a loan, with the payer's own day, though never before the loan. */
    async place(tx: Tx, suspenseId: string, contract: string): Promise<void> {
      const { loanId, kept } = await placing(tx, suspenseId, contract)
      const row = await lockLoan(tx.db, loanId)
      if (row?.state !== 'running') throw fail('state_conflict')
      const day = later((kept.paid_on ?? today()) as IsoDate, (await running(tx.db, row)).startDate)
      const paidAt = instantInZone(day, 12, lender.zone)
      // Placed before and taken out again: this is another payment, beside the one that was voided.
      const before = (await placementsOf(tx.db, suspenseId)).length
      await settleSuspense(tx.db, suspenseId, loanId, clock.now())
      await payments.received(tx, loanId, {
        provider: suspenseProvider,
        providerId: before === 0 ? suspenseId : `${suspenseId}:${before + 1}`,
        amount: kept.amount,
        paidAt,
      })
    },

    /**
     * Takes a payment out. The debt is what it would be without it; a loan it closed runs again, and the borrower is told. To suspense: the money
     * is there and another's, it waits for its place; gone: it never came, or the payer's bank took it back.
     */
    async void(tx: Tx, paymentId: string, staffId: string, to: VoidTo = 'gone'): Promise<void> {
      const payment = await lockPayment(tx.db, paymentId)
      const row = payment && (await lockLoan(tx.db, payment.loan_id))
      if (!payment || !row) throw fail('not_found')
      if (payment.voided_at) throw fail('state_conflict')
      // What it brought too much is on its way back to the payer.
      if ((await refundsOf(tx.db, row.id)).some(stands)) throw fail('state_conflict')
      const now = clock.now()
      const { provider, provider_id, amount } = payment
      const placed = provider === suspenseProvider ? await lockSuspense(tx.db, placedFrom(provider_id)) : undefined
      const from = placed ? standsOn(placed.provider) : null
      await voidPayment(tx.db, paymentId, { voided_at: now, voided_to: to === 'suspense' ? to : from })
      const loan = await running(tx.db, row)
      const { closedOn, overpaid } = debtOn(loan, today(), lender.rules)
      await setOverpaid(tx.db, row.id, overpaid, now)
      const day = (payment.paid_on ?? dateInZone(payment.at, lender.zone)) as IsoDate
      if (to === 'suspense') {
        if (placed) await unsettleSuspense(tx.db, placed.id)
        else {
          const kept = { id: newId(), provider, provider_id, loan: row.id, amount, at: now, paid_on: day }
          await keepMisplaced(tx.db, kept)
        }
      }
      if (!closedOn) {
        const remind_on = remindOn(loan, today(), lender.rules)
        await updateLoan(tx.db, row, { state: 'running', closed_at: null, remind_on })
        const request = await requests.lock(tx, row.request_id, row.client_id)
        await requests.touch(tx, request, { shown: { loan: { id: row.id, state: 'running', dueDate: row.due_date } } })
      }
      tx.journal({
        event: 'loan.void',
        actor: { kind: 'staff', id: staffId },
        subject: { kind: 'loan', id: row.id },
        data: { payment: paymentId, amount, reopened: row.state === 'closed' && !closedOn, to },
      })
      await notify(tx, owner(row), 'paymentVoided', { amount: kopecks(amount), day })
      await follow(tx, row.id, row.client_id)
    },
  }
}
