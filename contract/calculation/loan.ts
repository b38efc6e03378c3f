import type { IsoDate } from '../dates.ts'
import type { Kopecks } from '../money.ts'
import type { Quote } from './quote.ts'

/** A loan that was paid out, as far as its debt depends on it. */
export interface RunningLoan {
  /** picks the rules; the caps of that day hold for the whole life of the loan */
  readonly contractDate: IsoDate
  /** the day the money came: interest runs from the next */
  readonly startDate: IsoDate
  readonly principal: Kopecks
  readonly dailyRate: string
  readonly freeDays: number
  /** `balance`: the principal that may be left after that day */
  readonly schedule: readonly { readonly date: IsoDate; readonly balance: Kopecks }[]
  readonly payments: readonly { readonly date: IsoDate; readonly amount: Kopecks }[]
  /** each in force from `on`, when the accrued interest was paid */
  readonly prolongations: readonly { readonly on: IsoDate; readonly dueDate: IsoDate }[]
}

/** The running loan a quote becomes once the money came. Quote it for the day of the payout. */
export function runningLoan(price: Quote, contractDate: IsoDate): RunningLoan {
  const { startDate, principal, dailyRate, freeDays, rows } = price
  const schedule = rows.map(({ date, balance }) => ({ date, balance }))
  return { contractDate, startDate, principal, dailyRate, freeDays, schedule, payments: [], prolongations: [] }
}

/** The schedule as it stands on a day: a prolongation puts one later payment in the place of what was left. */
export function scheduleOn(loan: RunningLoan, day: IsoDate): RunningLoan['schedule'] {
  const inForce = loan.prolongations.filter(({ on }) => on <= day)
  const latest = inForce[inForce.length - 1]
  return latest ? [{ date: latest.dueDate, balance: 0 as Kopecks }] : loan.schedule
}

/** The last day on which everything is to be paid, as it stands on a day. */
export function lastDueDate(loan: RunningLoan, day: IsoDate): IsoDate {
  const schedule = scheduleOn(loan, day)
  return schedule[schedule.length - 1]?.date ?? loan.startDate
}
