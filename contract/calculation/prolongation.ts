import { addDays, addYears, daysBetween, type IsoDate } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, ruleOn } from '../rules.ts'
import { debtOn } from './debt.ts'
import { type DatedFlow, fullCostOfDated } from './fullCost.ts'
import { lastDueDate, type RunningLoan } from './loan.ts'

export type ProlongationRefusal = 'instalments' | 'notStarted' | 'closed' | 'limitReached'

export interface ProlongationQuote {
  readonly days: number
  readonly oldDueDate: IsoDate
  readonly newDueDate: IsoDate
  /** accrued interest and penalty: the prolongation is in force once they are paid */
  readonly payNow: Kopecks
  readonly payNowInterest: Kopecks
  readonly payNowPenalty: Kopecks
  readonly principal: Kopecks
  /** interest from today to the new date */
  readonly interestToCome: Kopecks
  /** on the new date: principal and the interest to come */
  readonly totalOnNewDate: Kopecks
  /** what the loan will have cost from its first day, paid parts too */
  readonly overpaymentInAll: Kopecks
  /** of the whole loan as prolonged, per cent a year: '292.000' */
  readonly fullCostPercent: string
  /** how many prolongations are left this year after this one; null when nothing limits them */
  readonly leftThisYear: number | null
}

/**
 * Whether a loan may be prolonged on a day, null when it may. The limit is for short loans only (base standard art. 13) and counts
 * the twelve months before.
 */
export function prolongationRefusal(loan: RunningLoan, today: IsoDate, rules: RuleTable): ProlongationRefusal | null {
  if (loan.schedule.length !== 1) return 'instalments'
  if (today < loan.startDate) return 'notStarted'
  if (debtOn(loan, today, rules).closedOn) return 'closed'
  return prolongationsLeft(loan, today, rules) === 0 ? 'limitReached' : null
}

/** Prices a prolongation by some days after the due date, or after today when that has passed. */
export function prolongationQuote(
  loan: RunningLoan,
  days: number,
  today: IsoDate,
  rules: RuleTable,
): ProlongationQuote {
  const now = debtOn(loan, today, rules)
  const payNow = kopecks(now.interest + now.penalty)
  const oldDueDate = lastDueDate(loan, today)
  const newDueDate = addDays(oldDueDate > today ? oldDueDate : today, days)
  const prolonged = prolongedLoan(loan, { on: today, dueDate: newDueDate, paid: payNow })
  const then = debtOn(prolonged, newDueDate, rules)
  const left = prolongationsLeft(loan, today, rules)
  return {
    days,
    oldDueDate,
    newDueDate,
    payNow,
    payNowInterest: now.interest,
    payNowPenalty: now.penalty,
    principal: now.principal,
    interestToCome: then.interest,
    totalOnNewDate: then.total,
    overpaymentInAll: kopecks(sumPaid(prolonged) + then.total - loan.principal),
    fullCostPercent: fullCostOfDated(flowsOf(prolonged, { date: newDueDate, amount: then.total })),
    leftThisYear: left === null ? null : left - 1,
  }
}

/** The loan with a prolongation in force and the money that brought it. */
export function prolongedLoan(
  loan: RunningLoan,
  { on, dueDate, paid }: { on: IsoDate; dueDate: IsoDate; paid: Kopecks },
): RunningLoan {
  const payments = paid > 0 ? [...loan.payments, { date: on, amount: paid }] : loan.payments
  return { ...loan, payments, prolongations: [...loan.prolongations, { on, dueDate }] }
}

/** Prolongations still allowed in the twelve months up to a day; null when the loan is too long for the limit. */
export function prolongationsLeft(loan: RunningLoan, today: IsoDate, rules: RuleTable): number | null {
  const limit = ruleOn(rules, 'prolongationsPerYear', loan.contractDate)
  const term = daysBetween(loan.startDate, loan.schedule[loan.schedule.length - 1]?.date ?? loan.startDate)
  if (!limit || term > limit.loansUpToDays) return null
  const yearAgo = addYears(today, -1)
  return Math.max(0, limit.most - loan.prolongations.filter(({ on }) => on > yearAgo).length)
}

function sumPaid(loan: RunningLoan): number {
  return loan.payments.reduce((sum, { amount }) => sum + amount, 0)
}

/** Flows of the whole loan, payments of one day together: the full cost counts intervals between days. */
function flowsOf(loan: RunningLoan, last: DatedFlow): readonly DatedFlow[] {
  const byDay = new Map<IsoDate, number>([[loan.startDate, -loan.principal]])
  for (const { date, amount } of [...loan.payments, last]) byDay.set(date, (byDay.get(date) ?? 0) + amount)
  return [...byDay].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, amount]) => ({ date, amount: kopecks(amount) }))
}
