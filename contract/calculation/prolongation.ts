import { addDays, addYears, daysBetween, type IsoDate, later } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, ruleOn } from '../rules.ts'
import type { WorkingCalendar } from '../workingDays.ts'
import { debtOn } from './debt.ts'
import { fullCostAsPaid } from './earlyReturn.ts'
import { holidayOn, isSingle, lastDayFor, lastDue, type Prolongation, type RunningLoan, termOf } from './loan.ts'

export type ProlongationRefusal = 'instalments' | 'holiday' | 'notStarted' | 'closed' | 'limitReached'

export interface ProlongationQuote {
  readonly days: number
  readonly oldDueDate: IsoDate
  readonly newDueDate: IsoDate
  /** the last day on which the new date is kept: the next working day where it is a day off */
  readonly newLastDay: IsoDate
  /** accrued interest: the prolongation is in force once it is paid */
  readonly payNow: Kopecks
  /** the penalty of the days overdue stays owed till the new date */
  readonly penalty: Kopecks
  readonly principal: Kopecks
  /** interest from today to the new date */
  readonly interestToCome: Kopecks
  /** on the new date: principal, the interest to come, the penalty */
  readonly totalOnNewDate: Kopecks
  /** what the loan will have cost from its first day, paid parts too */
  readonly overpaymentInAll: Kopecks
  /** of the whole loan as prolonged, per cent a year: '292.000' */
  readonly fullCostPercent: string
  /** how many prolongations are left this year after this one; null when nothing limits them */
  readonly leftThisYear: number | null
}

/**
 * Whether a loan may be prolonged on a day, null when it may. The limit is for short loans only (base standard art. 13: «с одним получателем»)
 * and counts the twelve months before, over `others`, the other loans of the same person, too.
 */
export function prolongationRefusal(
  loan: RunningLoan,
  today: IsoDate,
  rules: RuleTable,
  others: readonly RunningLoan[] = [],
): ProlongationRefusal | null {
  if (!isSingle(loan)) return 'instalments'
  if (holidayOn(loan, today)) return 'holiday'
  if (today < loan.startDate) return 'notStarted'
  if (debtOn(loan, today, rules).closedOn) return 'closed'
  return prolongationsLeft(loan, today, rules, others) === 0 ? 'limitReached' : null
}

/** Prices a prolongation by some days after the due date, or after today when that has passed. Every sum is read from the debt as prolonged. */
export function prolongationQuote(
  loan: RunningLoan,
  days: number,
  today: IsoDate,
  rules: RuleTable,
  calendar: WorkingCalendar,
  others: readonly RunningLoan[] = [],
): ProlongationQuote {
  const payNow = debtOn(loan, today, rules).interest
  const oldDueDate = lastDue(loan, today).date
  const newDueDate = addDays(oldDueDate > today ? oldDueDate : today, days)
  const moved = { on: today, dueDate: newDueDate, lastDay: lastDayFor(calendar, newDueDate) }
  const prolonged = prolongedLoan(loan, moved, payNow)
  const now = debtOn(prolonged, today, rules)
  const then = debtOn(prolonged, newDueDate, rules)
  const left = prolongationsLeft(loan, today, rules, others)
  return {
    days,
    oldDueDate,
    newDueDate,
    newLastDay: moved.lastDay,
    payNow,
    penalty: now.penalty,
    principal: now.principal,
    interestToCome: then.interest,
    totalOnNewDate: then.total,
    overpaymentInAll: kopecks(sumPaid(prolonged) + then.total - loan.principal),
    fullCostPercent: fullCostAsPaid(prolonged, [{ date: newDueDate, amount: then.total }]),
    leftThisYear: left === null || days <= smallMove ? left : left - 1,
  }
}

/** The loan with a prolongation in force and the money that brought it. */
export function prolongedLoan(loan: RunningLoan, moved: Prolongation, paid: Kopecks): RunningLoan {
  const payments = paid > 0 ? [...loan.payments, { date: moved.on, amount: paid }] : loan.payments
  return { ...loan, payments, prolongations: [...loan.prolongations, moved] }
}

/** A move of so many days uses up none of the year's prolongations (base standard art. 13). */
const smallMove = 2

/** By how many days each prolongation moved the date of return. */
function moves(loan: RunningLoan): readonly { readonly on: IsoDate; readonly days: number }[] {
  let due = loan.schedule.at(-1)?.date ?? loan.startDate
  return loan.prolongations.map(({ on, dueDate }) => {
    const days = daysBetween(later(due, on), dueDate)
    due = dueDate
    return { on, days }
  })
}

/** Prolongations still allowed to a person in the twelve months up to a day; null when the loan is too long for the limit. */
export function prolongationsLeft(
  loan: RunningLoan,
  today: IsoDate,
  rules: RuleTable,
  others: readonly RunningLoan[] = [],
): number | null {
  const limit = ruleOn(rules, 'prolongationsPerYear', loan.startDate)
  if (!limit || termOf(loan) > limit.loansUpToDays) return null
  const yearAgo = addYears(today, -1)
  const short = [loan, ...others.filter((other) => termOf(other) <= limit.loansUpToDays)]
  return Math.max(
    0,
    limit.most - short.flatMap(moves).filter(({ on, days }) => on > yearAgo && days > smallMove).length,
  )
}

function sumPaid(loan: RunningLoan): number {
  return loan.payments.reduce((sum, { amount }) => sum + amount, 0)
}
