import { debtOn } from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { earlier, type IsoDate } from '#contract/dates.ts'
import { kopecks } from '#contract/money.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type LoanBook, type LoanParts, paperJob } from './book.ts'
import { type Following, paymentSource, strayFact } from './following.ts'
import { remindOn } from './reminders.ts'
import {
  insertPayment,
  isBooked,
  type LoanRow,
  lockLoan,
  markPartReturn,
  readLoan,
  takePartReturn,
  updateLoan,
} from './store.ts'
import { inSuspense, isInSuspense, keepInSuspense, lockTold, type SuspenseReason } from './suspense-store.ts'
import { whatItDid } from './words.ts'

export interface PaymentNotice {
  readonly provider: string
  /** The provider's own id: the same one is counted once. */
  readonly providerId: string
  /** Whole kopecks. */
  readonly amount: number
  /** What was asked for, where it is known: another sum waits for a person. */
  readonly ordered?: number
  /** When the payer paid, as the provider says; without it the hour it was heard of. */
  readonly paidAt?: Date
}

function whySuspended(row: LoanRow | undefined, early: boolean, other: boolean): SuspenseReason {
  if (!row) return 'unknownLoan'
  if (row.state !== 'running') return 'closedLoan'
  return early || !other ? 'beforeLoan' : 'otherSum'
}

/** Money that comes for a loan: counted once, from the day the payer paid; what no running loan can take waits in suspense. */
export function createPayments(parts: LoanParts, book: LoanBook, follow: Following['follow']) {
  const { platform, requests, lender, ledger, notify } = parts
  const { clock, log, metrics } = platform
  const { today, running, view, owner } = book

  metrics.gauge(
    'payments_in_suspense',
    'Payments told of that no running loan could take and nobody has placed yet',
    () => inSuspense(platform.db),
  )

  /** The day a payment counts from. Never a day to come, whatever the provider's clock says. */
  function paidOn({ paidAt }: PaymentNotice): IsoDate {
    const day = paidAt ? dateInZone(paidAt, lender.zone) : today()
    return earlier(day, today())
  }

  /** The payment is told of, the next reminder is set; a loan that is paid in full is closed. */
  async function afterPayment(tx: Tx, row: LoanRow, notice: PaymentNotice, partReturn: boolean): Promise<void> {
    const loan = await running(tx.db, row)
    const debt = debtOn(loan, today(), lender.rules)
    if (!debt.closedOn) {
      await updateLoan(tx.db, row, { remind_on: remindOn(loan, today(), lender.rules) })
      if (partReturn) await tx.send(paperJob, { loanId: row.id, kind: 'schedule' })
      return notify(tx, owner(row), 'paymentReceived', {
        amount: kopecks(notice.amount),
        ...whatItDid(loan, today(), lender.rules, partReturn),
      })
    }
    await updateLoan(tx.db, row, { state: 'closed', closed_at: clock.now(), remind_on: null })
    await notify(tx, owner(row), 'loanClosed', { overpaid: debt.overpaid })
    const request = await requests.lock(tx, row.request_id, row.client_id)
    await requests.touch(tx, request, { shown: { loan: { id: row.id, state: 'closed', dueDate: row.due_date } } })
    tx.journal({
      event: 'loan.close',
      actor: { kind: 'provider', id: notice.provider },
      subject: { kind: 'loan', id: row.id },
      data: { overpaid: debt.overpaid },
    })
    if (debt.overpaid > 0) await suspend(tx, row.id, { ...notice, amount: debt.overpaid }, 'overpaid')
    await tx.send(paperJob, { loanId: row.id, kind: 'settled' })
  }

  /** Keeps money that belongs to no running loan, with an alarm: somebody is to find its place or give it back. */
  async function suspend(tx: Tx, loanId: string, notice: PaymentNotice, reason: SuspenseReason): Promise<boolean> {
    const { provider, providerId, amount } = notice
    const id = newId()
    const kept = {
      id,
      provider,
      provider_id: providerId,
      loan: loanId,
      amount,
      reason,
      at: clock.now(),
      paid_on: paidOn(notice),
    } as const
    const fresh = await keepInSuspense(tx, kept)
    // What was paid beyond the debt came with a payment of the loan, and stands on an account of the loan.
    if (fresh && reason !== 'overpaid') await ledger.record(tx, id, [strayFact(kept, paidOn(notice))])
    const told = { suspense: id, payment: providerId, reason }
    // The rest of a loan that was paid in full is nobody's mistake: the borrower is told of it.
    if (fresh && reason === 'overpaid') log.warn(told, 'a loan was overpaid: the rest waits in suspense')
    else if (fresh) log.error(told, 'a payment has no loan to go to: it waits in suspense')
    return fresh
  }

  /**
   * A payment a provider has told of, once for each of its ids. One that no running loan can take is kept in suspense: the money is
   * there, and somebody is to find its place.
   */
  async function told(tx: Tx, loanId: string, notice: PaymentNotice): Promise<void> {
    const { provider, providerId } = notice
    const row = await lockLoan(tx.db, loanId)
    await lockTold(tx.db, provider, providerId)
    await ledger.heardAgain(tx, paymentSource(provider, providerId), loanId, notice.amount)
    // One id is one payment, whichever loan it is told for the second time.
    if ((await isInSuspense(tx.db, provider, providerId)) || (await isBooked(tx.db, provider, providerId))) return
    const early = row?.state === 'running' && paidOn(notice) < (await running(tx.db, row)).startDate
    const other = notice.ordered !== undefined && notice.ordered !== notice.amount
    if (row?.state === 'running' && !early && !other) return void (await received(tx, loanId, notice))
    const reason = whySuspended(row, early, other)
    const fresh = await suspend(tx, loanId, notice, reason)
    if (fresh && row)
      await notify(tx, owner(row), 'paymentReceived', { amount: kopecks(notice.amount), did: 'nothing' })
  }

  /** A payment the provider has confirmed, once for each of its ids; the last one closes the loan. It counts from the day the payer paid. */
  async function received(tx: Tx, loanId: string, notice: PaymentNotice, clientId?: string): Promise<LoanView> {
    const row = await lockLoan(tx.db, loanId, clientId)
    if (!row) throw fail('not_found')
    if (row.state !== 'running') throw fail('state_conflict')
    const id = newId()
    const day = paidOn(notice)
    const { provider, providerId, amount } = notice
    const of = { loan_id: loanId, client_id: row.client_id }
    const payment = { id, ...of, provider, provider_id: providerId, amount, at: clock.now(), paid_on: day }
    if (await insertPayment(tx.db, { ...payment, part_return: false, voided_at: null, voided_to: null })) {
      const partReturn = await takePartReturn(tx.db, { ...payment, day })
      if (partReturn) await markPartReturn(tx.db, payment)
      tx.journal({
        event: 'loan.payment',
        actor: { kind: 'provider', id: provider },
        subject: { kind: 'loan', id: loanId },
        data: { amount, providerId, paidOn: day, partReturn, ...(!notice.paidAt && { dayHeard: true }) },
      })
      await afterPayment(tx, row, notice, partReturn)
      await tx.emit('payment.counted', { loanId, clientId: row.client_id })
      await follow(tx, loanId, row.client_id)
    }
    const now = (await readLoan(tx.db, loanId, row.client_id)) ?? row
    return view(tx.db, now, await running(tx.db, now), today())
  }

  return { told, received }
}

export type Payments = ReturnType<typeof createPayments>
