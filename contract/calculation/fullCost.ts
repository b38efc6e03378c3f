import { addMonths, daysBetween, type IsoDate } from '../dates.ts'
import type { Kopecks } from '../money.ts'
import { type BasePeriod, basePeriod, wholeMonthsBetween } from './basePeriod.ts'
import { Decimal } from './decimal.ts'
import { type PlacedFlow, thousandthsOf } from './root.ts'

/** Money on a day after the issue: negative to the borrower, positive from the borrower. */
export interface DayFlow {
  readonly day: number
  readonly amount: Kopecks
}

export interface DatedFlow {
  readonly date: IsoDate
  readonly amount: Kopecks
}

/**
 * Full cost of a loan in per cent a year, three decimals: '292.000' (353-ФЗ art. 6 p. 2). Flows begin with the issue on day
 * 0; the base period is in days. Throws RangeError unless the money goes out first and comes back after.
 */
export function fullCost(flows: readonly DayFlow[], basePeriodDays: number): string {
  const placed = flows.map(({ day, amount }) => ({
    amount,
    whole: Math.floor(day / basePeriodDays),
    part: day % basePeriodDays,
    of: basePeriodDays,
  }))
  return percent(placed, 365, basePeriodDays)
}

/** The same from dates, finding the base period; `unit` is what the contract counts its term in. */
export function fullCostOfDated(flows: readonly DatedFlow[], unit: BasePeriod['unit'] = 'day'): string {
  const issue = flows[0]?.date
  if (!issue) throw new RangeError('no flows')
  const { count } = basePeriod(
    flows.map(({ date }) => date),
    unit,
  )
  if (unit === 'day')
    return fullCost(
      flows.map(({ date, amount }) => ({ day: daysBetween(issue, date), amount })),
      count,
    )
  return percent(
    flows.map((flow) => placeByMonths(flow, issue, count)),
    12,
    count,
  )
}

/** Rest days are a share of months that are all equal: 365 / 12 days each. */
function placeByMonths({ date, amount }: DatedFlow, issue: IsoDate, count: number): PlacedFlow {
  const whole = Math.floor(wholeMonthsBetween(issue, date) / count)
  const rest = daysBetween(addMonths(issue, whole * count), date)
  return { amount, whole, part: rest * 12, of: 365 * count }
}

/** i × N × 100 with N = `inYear / count`, not rounded; the result half up to three decimals. */
function percent(flows: readonly PlacedFlow[], inYear: number, count: number): string {
  const { below, fromHalf } = thousandthsOf(flows, inYear, count)
  // near a half decimals decide
  const up = Math.abs(fromHalf) > 1e-3 ? fromHalf > 0 : !rootIsBelow(flows, below, inYear, count)
  return new Decimal(up ? below + 1 : below).div(1000).toFixed(3)
}

/** Whether the root lies below the half above `below` thousandths of a per cent: the sum is falling, so is it negative there? */
function rootIsBelow(flows: readonly PlacedFlow[], below: number, inYear: number, count: number): boolean {
  const rate = new Decimal(below).plus('0.5').times(count).div(100_000).div(inYear)
  return presentValue(flows, rate).lt('-1e-20')
}

function presentValue(flows: readonly PlacedFlow[], rate: Decimal): Decimal {
  const growth = rate.plus(1)
  return flows.reduce((sum, { amount, whole, part, of }) => {
    let divisor = rate.times(part).div(of).plus(1)
    for (let period = 0; period < whole; period += 1) divisor = divisor.times(growth).round(Decimal.DP)
    return sum.plus(new Decimal(amount).div(divisor))
  }, new Decimal(0))
}
