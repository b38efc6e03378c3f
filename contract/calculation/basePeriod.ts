import { addMonths, daysBetween, type IsoDate } from '../dates.ts'

/** The base period of a schedule: so many days, or so many months (all months being equally long). */
export interface BasePeriod {
  readonly unit: 'day' | 'month'
  readonly count: number
}

/**
 * The commonest interval of a schedule, the smallest of several equally common; where none repeats, the mean of all in whole days or months, half up
 * (353-ФЗ art. 6 p. 2.2); with one payment, its own term; never over a year. `dates` begin with the issue; the contract says whether it counts in days or in months.
 */
export function basePeriod(dates: readonly IsoDate[], unit: BasePeriod['unit'] = 'day'): BasePeriod {
  const longest = unit === 'day' ? 365 : 12
  const between = unit === 'day' ? daysBetween : wholeMonthsBetween
  const intervals = dates.slice(1).map((day, index) => between(dates[index]!, day))
  const counts = new Map<number, number>()
  for (const interval of intervals) if (interval > 0) counts.set(interval, (counts.get(interval) ?? 0) + 1)
  const [commonest] = [...counts].sort(([a, often], [b, oftenOther]) => oftenOther - often || a - b)
  if (!commonest) throw new RangeError('a schedule needs an issue and a payment on a later date')
  const [interval, often] = commonest
  const mean = Math.floor([...counts.keys()].reduce((a, b) => a + b, 0) / counts.size + 0.5)
  return { unit, count: Math.min(often > 1 ? interval : mean, longest) }
}

/** Full months from one date to another. */
export function wholeMonthsBetween(from: IsoDate, to: IsoDate): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7))
  return addMonths(from, months) > to ? months - 1 : months
}
