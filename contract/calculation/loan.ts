import { addDays, daysBetween, type IsoDate } from '../dates.ts'
import type { Kopecks } from '../money.ts'
import { isWorkingDay, type WorkingCalendar } from '../workingDays.ts'
import type { Quote } from './quote.ts'

/** One payment of a running loan as it was promised. */
export interface LoanRow {
  readonly date: IsoDate
  /** the last day on which it is in time: its date, or the next working day (Civil Code art. 193) */
  readonly lastDay: IsoDate
  readonly payment: Kopecks
  readonly interest: Kopecks
  readonly principal: Kopecks
  /** the principal that may be left after it */
  readonly balance: Kopecks
}

export interface LoanPayment {
  /** the day the payer paid */
  readonly date: IsoDate
  readonly amount: Kopecks
  /** a part of the loan given back before its time, asked for in so many words; else money paid early waits for its date */
  readonly partReturn?: boolean
}

/** A loan that was paid out, as far as its debt depends on it. */
export interface RunningLoan {
  /** the day the contract was signed, as its papers say */
  readonly contractDate: IsoDate
  /** the day the money came, which concludes the contract (353-ФЗ art. 7 p. 6) and picks the rules: interest runs from the next */
  readonly startDate: IsoDate
  readonly principal: Kopecks
  readonly dailyRate: string
  readonly freeDays: number
  /** whether interest runs on after the last date of return */
  readonly lateInterest: boolean
  readonly schedule: readonly LoanRow[]
  readonly payments: readonly LoanPayment[]
  /** each in force from `on`, when the accrued interest was paid */
  readonly prolongations: readonly Prolongation[]
  /** holidays and new terms, in order: none begins inside another's holiday */
  readonly reschedulings?: readonly Rescheduling[]
  /** days on which penalty, or anything, is not charged: after a death, from a bankruptcy */
  readonly stops?: readonly AccrualStop[]
  /** what was paid beyond the debt and is given back */
  readonly refunds?: readonly { readonly date: IsoDate; readonly amount: Kopecks }[]
}

/** From its first day to its last one, both included; null: for good. */
export interface AccrualStop {
  readonly ground: 'death' | 'bankruptcy'
  readonly from: IsoDate
  readonly until: IsoDate | null
  readonly what: 'penalty' | 'all'
}

export interface Prolongation {
  readonly on: IsoDate
  readonly dueDate: IsoDate
  readonly lastDay: IsoDate
}

/** Other dates for what is still to be paid, in force from the end of `on`: a holiday in which nothing is due, or new terms agreed on. */
export interface Rescheduling {
  readonly on: IsoDate
  /** the last day of a holiday; null: new terms, which count at once */
  readonly until: IsoDate | null
  readonly everyDays: number
  /** the payments to come; of several the last is for the interest that was put off */
  readonly rows: readonly { readonly date: IsoDate; readonly lastDay: IsoDate }[]
}

/** The last day on which a payment of a date is in time. A date on a day off moves to the next working day. */
export function lastDayFor(calendar: WorkingCalendar, date: IsoDate): IsoDate {
  let day = date
  while (!isWorkingDay(calendar, day)) day = addDays(day, 1)
  return day
}

/** The running loan a quote becomes once the money came. Quote it for the day of the payout. */
export function runningLoan(price: Quote, contractDate: IsoDate, calendar: WorkingCalendar): RunningLoan {
  const { startDate, principal, dailyRate, freeDays, lateInterest, rows } = price
  const schedule = rows.map(({ date, payment, interest, principal: part, balance }) => ({
    date,
    lastDay: lastDayFor(calendar, date),
    payment,
    interest,
    principal: part,
    balance,
  }))
  const none = { payments: [], prolongations: [] }
  return { contractDate, startDate, principal, dailyRate, freeDays, lateInterest, schedule, ...none }
}

/** Given back at once: money paid early has no other payment it could be meant for. */
export function isSingle(loan: Pick<RunningLoan, 'schedule' | 'reschedulings'>): boolean {
  return loan.schedule.length === 1 && (loan.reschedulings ?? []).every(({ rows }) => rows.length === 1)
}

/** The holiday a day lies in, the day it was asked from and its last one too. */
export function holidayOn({ reschedulings = [], prolongations }: RunningLoan, day: IsoDate): Rescheduling | null {
  const open = reschedulings.find(({ on, until }) => until !== null && on <= day && day <= until)
  // A prolongation that has come into force ends it.
  return open && !prolongations.some(({ on }) => on > open.on && on <= day) ? open : null
}

/** The last date of return as it stands at the end of a day, with the last day on which that is in time. */
export function lastDue(loan: RunningLoan, day: IsoDate): { readonly date: IsoDate; readonly lastDay: IsoDate } {
  const anew = (loan.reschedulings ?? []).filter(({ on }) => on <= day).at(-1)
  const moved = loan.prolongations.filter(({ on }) => on <= day).at(-1)
  const end = anew?.rows.at(-1)
  if (anew && end && (!moved || moved.on <= anew.on)) return end
  const row = loan.schedule.at(-1)
  if (moved) return { date: moved.dueDate, lastDay: moved.lastDay }
  return { date: row?.date ?? loan.startDate, lastDay: row?.lastDay ?? loan.startDate }
}

/** The term of the contract, whatever it was prolonged to. */
export const termOf = ({ startDate, schedule }: RunningLoan): number =>
  daysBetween(startDate, schedule.at(-1)?.date ?? startDate)
