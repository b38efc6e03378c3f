import { debtOn, type RunningLoan } from '#contract/calculation.ts'
import { addDays, type IsoDate, lastOfMonth } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'

const monthOf = (day: IsoDate) => day.slice(0, 7)

/** How a loan stood at the end of each month up to a day; nothing for the months after it was closed. */
export function monthsOf(loan: RunningLoan, through: IsoDate, rules: RuleTable) {
  const found: { month: string; principal: number; due: number; overdue_days: number }[] = []
  for (let end = lastOfMonth(loan.startDate); end <= through; end = lastOfMonth(addDays(end, 1))) {
    const { principal, due, overdueDays, closedOn } = debtOn(loan, end, rules)
    if (closedOn) break
    found.push({ month: monthOf(end), principal, due, overdue_days: overdueDays })
  }
  return found
}

/** Whether the first payment was still missing so many days after it was last in time; null where the day has not come. */
export function startOf(loan: RunningLoan, through: IsoDate, rules: RuleTable) {
  const first = loan.schedule[0]?.lastDay ?? loan.startDate
  const closed = debtOn(loan, through, rules).closedOn !== null
  const late = (days: number) => {
    const day = addDays(first, days)
    // No payment was in time before the first: only that one can be so many days late.
    if (day > through) return closed ? false : null
    return debtOn(loan, day, rules).overdueDays === days
  }
  return { month: monthOf(loan.startDate), issued: loan.principal, late1: late(1), late5: late(5), late30: late(30) }
}
