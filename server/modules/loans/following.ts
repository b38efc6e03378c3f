import { debtOn, nextPayment, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import { addDays, type IsoDate, lastOfMonth } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type BookAccount, type Fact, type ReadFollowed, transfer } from '../ledger/index.ts'
import { createLoanBook, type LoanBook, type LoanParts } from './book.ts'
import { deskOf, loansToLook, putDesk } from './desk-store.ts'
import { monthsOf, startOf } from './months.ts'
import { putMonths, putStart } from './months-store.ts'
import { type RefundRow, refundsOf } from './refunds-store.ts'
import { type LoanRow, lockLoan, type PaymentRow, paymentsOf, readLoan } from './store.ts'
import { suspenseProvider } from './suspense-store.ts'

/** The one id a payment has in the book, whether a loan took it or it waits in suspense. */
export const paymentSource = (provider: string, providerId: string) => `payment:${provider}:${providerId}`

interface Stray {
  readonly provider: string
  readonly provider_id: string
  readonly amount: number
}

/** Where money stands that was heard of: a line of a statement is on our account, a provider's word is not yet. */
export const standsOn = (provider: string) =>
  provider.startsWith('bank:') ? (provider as `bank:${string}`) : (`transit:${provider}` as const)

/** Money that no loan could take. */
export const strayFact = ({ provider, provider_id, amount }: Stray, day: IsoDate): Fact => ({
  kind: 'suspense',
  source: paymentSource(provider, provider_id),
  day,
  lines: transfer(amount, standsOn(provider), 'suspense'),
})

/** Money given back: ordered it is owed no more but under way, and back where it was if the provider does not take it. */
export function refundFacts(
  { id, provider, amount, day, state, paid_from }: RefundRow,
  from: 'overpaid' | 'suspense',
): Fact[] {
  const fact = (kind: Fact['kind'], source: string, lines: Fact['lines']): Fact => ({
    kind,
    source: `${source}:${id}`,
    day,
    lines,
  })
  const ordered = fact('refund', 'refund', transfer(amount, from, 'refunds'))
  const left = (paid_from as BookAccount | null) ?? standsOn(provider)
  if (state === 'succeeded') return [ordered, fact('refunded', 'refunded', transfer(amount, 'refunds', left))]
  return state === 'cancelled' ? [ordered, fact('refund', 'refundBack', transfer(amount, 'refunds', from))] : [ordered]
}

/** The day on which something next happens to a loan by itself, after a day: a date, the day it becomes overdue, the end of a month. */
export function nextLook(loan: RunningLoan, today: IsoDate, rules: RuleTable): IsoDate {
  const days = scheduleOn(loan, today, rules).flatMap(({ date, lastDay }) => [date, addDays(lastDay, 1)])
  // What is asked of the first payment is known on these days.
  const first = loan.schedule[0]?.lastDay ?? loan.startDate
  const looks = [5, 30].map((late) => addDays(first, late))
  // What ends the overdue grows each day: lists and figures show that of today.
  const { overdueDays, capReached } = debtOn(loan, today, rules)
  const tomorrow = overdueDays > 0 && !capReached ? [addDays(today, 1)] : []
  return [...days, ...looks, ...tomorrow, lastOfMonth(addDays(today, 1))].filter((day) => day > today).sort()[0]!
}

/** Keeps the book of the ledger, and what the office lists loans by, at what the calculation says. */
export function createFollowing({ platform, lender, ledger, contacts }: LoanParts, book: LoanBook) {
  const { running, today } = book
  const { rules } = lender

  function factsOf(
    row: LoanRow,
    loan: RunningLoan,
    payments: readonly PaymentRow[],
    given: readonly RefundRow[],
  ): Fact[] {
    const payout: Fact = {
      kind: 'payout',
      source: `payout:${row.id}`,
      day: loan.startDate,
      lines: transfer(loan.principal, 'principal', 'transit:payout'),
    }
    const paid = payments.flatMap(
      ({ id, provider, provider_id, amount, at, paid_on, voided_at, voided_to }): Fact[] => {
        const day = paid_on ?? dateInZone(at, lender.zone)
        // Placed from suspense: the money came before, and stands there.
        const placed = provider === suspenseProvider
        const stood = placed ? 'suspense' : standsOn(provider)
        const gone = (voided_to as BookAccount | null) ?? stood
        const source = placed ? `placed:${provider_id}` : paymentSource(provider, provider_id)
        const came: Fact = {
          kind: placed ? 'placed' : 'payment',
          source,
          day,
          lines: transfer(amount, stood, 'received'),
        }
        const lines = transfer(amount, 'received', gone)
        return voided_at ? [came, { kind: 'void', source: `void:${id}`, day, lines }] : [came]
      },
    )
    return [payout, ...paid, ...given.flatMap((refund) => refundFacts(refund, 'overpaid'))]
  }

  async function follow(tx: Tx, loanId: string): Promise<void> {
    const row = await lockLoan(tx.db, loanId)
    if (!row) return
    const loan = await running(tx.db, row)
    const day = today()
    await ledger.record(tx, row.id, factsOf(row, loan, await paymentsOf(tx.db, row.id), await refundsOf(tx.db, row.id)))
    await ledger.follow(tx, row.id, loan, day)
    const paidBetween = (from: IsoDate, to: IsoDate) =>
      loan.payments.reduce((all, { date, amount }) => (date >= from && date <= to ? all + amount : all), 0)
    await contacts.settlePromises(tx, row.id, paidBetween)
    const debt = debtOn(loan, day, rules)
    const next = debt.closedOn ? null : nextPayment(loan, day, rules)
    await putMonths(tx.db, row.id, monthsOf(loan, day, rules))
    await putStart(tx.db, { loan_id: row.id, ...startOf(loan, day, rules) })
    await putDesk(tx.db, {
      loan_id: row.id,
      principal: debt.principal,
      due: debt.due,
      overdue_since: debt.overdueDays > 0 ? addDays(day, 1 - debt.overdueDays) : null,
      next_date: next?.date ?? null,
      next_amount: next?.amount ?? null,
      looked_on: day,
      next_look: debt.closedOn ? null : nextLook(loan, day, rules),
    })
    await tx.emit('loan.followed', { loanId })
  }

  const batch = 200

  return {
    follow,

    /** Follows every running loan to which something has happened by itself. */
    async look(): Promise<void> {
      for (;;) {
        const some = await loansToLook(platform.db, today(), batch)
        for (const id of some) await platform.transact((tx) => follow(tx, id))
        if (some.length < batch) break
      }
      for (const id of await contacts.promisesOver()) await platform.transact((tx) => follow(tx, id))
    },
  }
}

/** Reads a loan as it was when the book last followed it; null once nobody can read it any more. */
export function followedLoans(
  platform: LoanParts['platform'],
  lender: LoanParts['lender'],
  { running } = createLoanBook({ platform, lender }),
): ReadFollowed {
  return async (loanId) => {
    const row = await readLoan(platform.db, loanId)
    const desk = row && (await deskOf(platform.db, loanId))
    if (!row || !desk) return null
    try {
      return { loan: await running(platform.db, row), through: desk.looked_on as IsoDate }
    } catch (error) {
      if (error instanceof Failure && error.code === 'not_found') return null
      throw error
    }
  }
}

export type Following = ReturnType<typeof createFollowing>
