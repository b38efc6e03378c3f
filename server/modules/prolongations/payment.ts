import { debtOn, lastDue, type ProlongationQuote, prolongationQuote, type RunningLoan } from '#contract/calculation.ts'
import { daysBetween, type IsoDate, later } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import type { RuleTable } from '#contract/rules.ts'

/** A loan with the number of its payments that came before the prolongation was asked for. */
export interface Waiting {
  readonly loan: RunningLoan
  /** Of the same person. */
  readonly others?: readonly RunningLoan[]
  readonly earlier: number
  /** The day it was asked for, and the date it moves the return to. */
  readonly since: IsoDate
  readonly newDueDate: IsoDate
}

const before = ({ loan, earlier }: Waiting): RunningLoan => ({ ...loan, payments: loan.payments.slice(0, earlier) })

/**
 * The day on which what had been accrued by then was paid, or null. Counted from the payments themselves, not from a mark: a payment is
 * never lost, whichever came first, it or the signature. Several small payments count together.
 */
export function paidOn(waiting: Waiting, rules: RuleTable): IsoDate | null {
  const bare = before(waiting)
  const owed = (day: IsoDate) => debtOn(bare, day, rules).interest
  if (owed(waiting.since) === 0) return waiting.since
  let sum = 0
  for (const { date, amount } of waiting.loan.payments.slice(waiting.earlier)) {
    sum += amount
    if (sum >= owed(date)) return date
  }
  return null
}

/** The price of a prolongation to a date that is fixed already: as it was on the day of the payment, else as it is today. */
export function priceOf(
  waiting: Waiting,
  today: IsoDate,
  { rules, calendar }: Pick<Lender, 'rules' | 'calendar'>,
): ProlongationQuote {
  const paid = paidOn(waiting, rules)
  const day = paid ?? today
  const loan = paid ? before(waiting) : waiting.loan
  const from = later(lastDue(loan, day).date, day)
  return prolongationQuote(loan, daysBetween(from, waiting.newDueDate), day, rules, calendar, waiting.others)
}
