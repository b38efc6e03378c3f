import { addDays, daysBetween, type IsoDate, later } from '../dates.ts'
import type { RuleTable } from '../rules.ts'
import type { WorkingCalendar } from '../workingDays.ts'
import type { Account } from './account.ts'
import { lastDayFor, type Rescheduling, type RunningLoan } from './loan.ts'
import { termsOf, walked } from './walk.ts'

/** A holiday from the end of a day: what is still to be paid moves behind by its length, as often and as many payments as before. */
export function holidayPlan(
  loan: RunningLoan,
  on: IsoDate,
  until: IsoDate,
  rules: RuleTable,
  calendar: WorkingCalendar,
): Rescheduling {
  const account = walked(loan, on, termsOf(loan, rules))
  const { everyDays } = account
  const length = daysBetween(on, until)
  const next = account.rows.find(({ date }) => date > on)
  if (account.single) {
    const date = addDays(later(next?.date ?? on, on), length)
    return { on, until, everyDays, rows: [{ date, lastDay: lastDayFor(calendar, date) }] }
  }
  const first = next ? addDays(next.date, length) : addDays(until, everyDays)
  return { on, until, everyDays, rows: datesFrom(first, everyDays, leftToPay(account, on) + 1, calendar) }
}

/** New terms from the end of a day: so many equal payments each so many days, then one of the interest owed till then. */
export function newTermsPlan(
  on: IsoDate,
  { payments, everyDays }: { readonly payments: number; readonly everyDays: number },
  calendar: WorkingCalendar,
): Rescheduling {
  return { on, until: null, everyDays, rows: datesFrom(addDays(on, everyDays), everyDays, payments + 1, calendar) }
}

/** How many payments of principal are to come or were missed; at least one. */
function leftToPay(account: Account, on: IsoDate): number {
  const ahead = account.rows.filter(({ date, principal }) => date > on && principal > 0).length
  return Math.max(1, ahead + account.due.filter(({ principal }) => principal > 0).length)
}

function datesFrom(first: IsoDate, everyDays: number, count: number, calendar: WorkingCalendar) {
  return Array.from({ length: count }, (_, index) => {
    const date = addDays(first, everyDays * index)
    return { date, lastDay: lastDayFor(calendar, date) }
  })
}
