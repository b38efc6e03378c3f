import { type Kopecks, kopecks } from '../money.ts'
import { Decimal, nearestKopeck } from './decimal.ts'

/** One payment: `day` counts from the issue, `balance` is the principal left after it. */
export interface ScheduleRow {
  readonly k: number
  readonly day: number
  readonly payment: Kopecks
  readonly interest: Kopecks
  readonly principal: Kopecks
  readonly balance: Kopecks
}

export interface SinglePaymentTerms {
  readonly principal: Kopecks
  /** share of the principal a day, '0.008' */
  readonly dailyRate: string
  readonly days: number
  /** first days without interest */
  readonly freeDays?: number
}

export interface InstalmentTerms {
  readonly principal: Kopecks
  readonly dailyRate: string
  readonly everyDays: number
  readonly payments: number
}

/** Everything back at once: interest for each day after the free ones, to the kopeck, half up. */
export function singlePayment({ principal, dailyRate, days, freeDays = 0 }: SinglePaymentTerms): ScheduleRow {
  const interest = interestFor(principal, dailyRate, Math.max(0, days - freeDays))
  return { k: 1, day: days, payment: kopecks(principal + interest), interest, principal, balance: kopecks(0) }
}

/**
 * Equal payments each so many days: the annuity to the kopeck, half up; interest on the balance to the kopeck, half up; the
 * last payment takes the difference.
 */
export function instalments({ principal, dailyRate, everyDays, payments }: InstalmentTerms): readonly ScheduleRow[] {
  const payment = equalPayment({ principal, dailyRate, everyDays, payments })
  const rows: ScheduleRow[] = []
  let left = principal
  for (let k = 1; k <= payments; k += 1) {
    const interest = interestFor(left, dailyRate, everyDays)
    const last = k === payments
    const paid = last ? kopecks(left + interest) : payment
    const returned = kopecks(paid - interest)
    left = kopecks(left - returned)
    rows.push({ k, day: k * everyDays, payment: paid, interest, principal: returned, balance: left })
  }
  return rows
}

/** Interest on a sum for some days, to the kopeck, half up. */
export function interestFor(principal: Kopecks, dailyRate: string, days: number): Kopecks {
  return nearestKopeck(new Decimal(principal).times(dailyRate).times(days))
}

function equalPayment({ principal, dailyRate, everyDays, payments }: InstalmentTerms): Kopecks {
  const rate = new Decimal(dailyRate).times(everyDays)
  if (rate.eq(0)) return nearestKopeck(new Decimal(principal).div(payments))
  let growth = new Decimal(1)
  for (let k = 0; k < payments; k += 1) growth = growth.times(rate.plus(1)).round(Decimal.DP)
  return nearestKopeck(new Decimal(principal).times(rate).times(growth).div(growth.minus(1)))
}
