import { addDays, type IsoDate } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import { debtOn, scheduleOn } from './debt.ts'
import { type DatedFlow, fullCostOfDated } from './fullCost.ts'
import { isSingle, type LoanRow, type RunningLoan } from './loan.ts'

export interface EarlyReturn {
  readonly date: IsoDate
  /** everything that closes the loan on that day, less what was paid ahead: interest for the actual days */
  readonly pay: Kopecks
  readonly principal: Kopecks
  readonly interest: Kopecks
  readonly penalty: Kopecks
  /** what is not paid compared with keeping to the schedule */
  readonly saved: Kopecks
  /** last day to give the loan back without notice (353-ФЗ art. 11 p. 2) */
  readonly withoutNoticeUntil: IsoDate
}

/** What giving the whole loan back on a day takes. */
export function earlyReturn(loan: RunningLoan, day: IsoDate, rules: RuleTable): EarlyReturn {
  const { toClose, principal, interest, penalty } = debtOn(loan, day, rules)
  const notice = requiredRuleOn(rules, 'earlyReturnDays', loan.startDate)
  return {
    date: day,
    pay: toClose,
    principal,
    interest,
    penalty,
    saved: kopecks(Math.max(0, stillToPay(loan, day, rules) - toClose)),
    withoutNoticeUntil: addDays(loan.startDate, notice),
  }
}

export interface PartReturn {
  readonly date: IsoDate
  readonly pay: Kopecks
  readonly principal: Kopecks
  readonly interest: Kopecks
  /** the payments to come afterwards: the dates stay, the sums are smaller */
  readonly rows: readonly LoanRow[]
  /** of the whole loan with what was paid and is to come */
  readonly fullCostPercent: string
}

/** Why a part cannot be given back by itself: something is due first, the loan has one payment, it is closed, or the sum is not a part of it. */
export type PartReturnRefusal = 'due' | 'single' | 'closed' | 'sum'

/** What giving back a part of the loan on a day means; the sum is all that is paid, interest on that part with it. */
export function partReturn(
  loan: RunningLoan,
  day: IsoDate,
  sum: Kopecks,
  rules: RuleTable,
): PartReturn | PartReturnRefusal {
  const before = debtOn(loan, day, rules)
  if (isSingle(loan)) return 'single'
  if (before.closedOn) return 'closed'
  if (before.due + before.penalty > 0) return 'due'
  if (sum <= 0 || sum >= before.toClose) return 'sum'
  const after: RunningLoan = { ...loan, payments: [...loan.payments, { date: day, amount: sum, partReturn: true }] }
  const principal = kopecks(before.principal - debtOn(after, day, rules).principal)
  const rows = scheduleOn(after, day, rules).filter(({ date }) => date > day)
  return {
    date: day,
    pay: sum,
    principal,
    interest: kopecks(sum - principal),
    rows,
    fullCostPercent: fullCostAsPaid(
      after,
      rows.map(({ date, payment }) => ({ date, amount: payment })),
    ),
  }
}

/** The parts given back up to a day, and the full cost of the whole loan as it stands then. */
export function partReturnsOf(loan: RunningLoan, day: IsoDate, rules: RuleTable) {
  const kept = loan.payments.filter(({ date }) => date <= day)
  const given = kept.flatMap((payment, index) => {
    if (!payment.partReturn) return []
    const owed = (count: number) => debtOn({ ...loan, payments: kept.slice(0, count) }, payment.date, rules).principal
    const principal = kopecks(owed(index) - owed(index + 1))
    return [{ date: payment.date, principal, interest: kopecks(payment.amount - principal) }]
  })
  const rows = scheduleOn(loan, day, rules).filter(({ date }) => date > day)
  // What is given back at once takes its interest along.
  const single = isSingle(loan)
  const toCome = rows.map(({ date, payment }) => ({ date, amount: single ? debtOn(loan, date, rules).total : payment }))
  return { given, fullCostPercent: fullCostAsPaid({ ...loan, payments: kept }, toCome) }
}

/** The full cost of a loan by what was paid and what is still to come; money of one day together, as the formula counts days. */
export function fullCostAsPaid(loan: RunningLoan, toCome: readonly DatedFlow[]): string {
  const byDay = new Map<IsoDate, number>([[loan.startDate, -loan.principal]])
  for (const { date, amount } of [...loan.payments, ...toCome]) byDay.set(date, (byDay.get(date) ?? 0) + amount)
  return fullCostOfDated(
    [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, amount]) => ({ date, amount: kopecks(amount) })),
  )
}

/** The next payment of the schedule after a day, with whatever was missed before and less what is held for it, or null when there is none. */
export function nextPayment(loan: RunningLoan, day: IsoDate, rules: RuleTable) {
  if (debtOn(loan, day, rules).closedOn) return null
  const next = scheduleOn(loan, day, rules).find(({ date }) => date > day)
  if (!next) return null
  const { due } = debtOn(loan, next.date, rules)
  return { date: next.date, lastDay: next.lastDay, amount: due, covered: due === 0 }
}

/** Everything left to pay after a day by somebody who pays what is due on each date, the penalty with the last. */
export function stillToPay(loan: RunningLoan, day: IsoDate, rules: RuleTable): Kopecks {
  let sum = 0
  let kept = loan
  for (const { date } of scheduleOn(loan, day, rules)) {
    if (date < day) continue
    const { due, penalty, principal, duePrincipal } = debtOn(kept, date, rules)
    const amount = kopecks(due + (principal === duePrincipal ? penalty : 0))
    sum += amount
    kept = { ...kept, payments: [...kept.payments, { date, amount }] }
  }
  return sum === 0 ? debtOn(loan, day, rules).toClose : kopecks(sum)
}
