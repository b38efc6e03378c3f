import { daysBetween, type IsoDate, isLeapYear } from '../dates.ts'

/** A decimal of the configuration as a fraction of whole numbers: no digit of it is ever rounded. */
export interface Fraction {
  readonly over: bigint
  readonly under: bigint
}

/** '0.008' → 1 / 125. */
export function fraction(decimal: string): Fraction {
  const [whole = '0', part = ''] = decimal.split('.')
  const [over, under] = [BigInt(whole + part), 10n ** BigInt(part.length)]
  const common = commonDivisor(over, under)
  return { over: over / common, under: under / common }
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b)
}

/** Kopecks multiplied by the days they were owed; apart for the years of 365 and 366 days. */
export interface KopeckDays {
  readonly common: number
  readonly leap: number
}

/** Interest on kopeck-days at a daily rate, to the whole kopeck, half up. */
export function interestOn(kopeckDays: number, daily: Fraction): number {
  const [over, under] = [Number(daily.over), Number(daily.under)]
  const doubled = 2 * kopeckDays * over + under
  // Whole numbers a double holds exactly are divided as such; larger ones as big integers, some ten times slower.
  if (Number.isSafeInteger(doubled)) return (doubled - (doubled % (2 * under))) / (2 * under)
  return Number((2n * BigInt(kopeckDays) * daily.over + daily.under) / (2n * daily.under))
}

/** The part of a sum that is principal, when interest for some days is paid with it: sum / (1 + days × rate), half up. */
export function principalWithin(sum: number, days: number, daily: Fraction): number {
  const under = daily.under + BigInt(days) * daily.over
  return Number((2n * BigInt(sum) * daily.under + under) / (2n * under))
}

const bothYears = 365n * 366n

/**
 * The penalty on overdue kopeck-days to the whole kopeck, down: a yearly rate by the actual days of each year while interest runs, a daily
 * one for the days on which it does not (353-ФЗ art. 5 p. 21).
 */
export function penaltyOn(yearly: KopeckDays, withoutInterest: number, a: Fraction, daily: Fraction): number {
  if (yearly.common + yearly.leap + withoutInterest === 0) return 0
  const years = a.over * (BigInt(yearly.common) * 366n + BigInt(yearly.leap) * 365n) * daily.under
  const days = daily.over * BigInt(withoutInterest) * a.under * bothYears
  return Number((years + days) / (a.under * daily.under * bothYears))
}

/** Kopeck-days of a sum owed on each of so many days after a day. */
export function kopeckDays(sum: number, from: IsoDate, days: number): KopeckDays {
  let common = 0
  let leap = 0
  let year = Number(from.slice(0, 4))
  // Days of the year that are behind: the first day counted is the next.
  let behind = daysBetween(`${year}-01-01` as IsoDate, from) + 1
  for (let left = days; left > 0; ) {
    const length = isLeapYear(year) ? 366 : 365
    const here = Math.min(left, length - behind)
    if (length === 366) leap += here
    else common += here
    left -= here
    behind = 0
    year += 1
  }
  return { common: sum * common, leap: sum * leap }
}
