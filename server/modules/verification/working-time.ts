import { daysBetween, type IsoDate } from '#contract/dates.ts'
import type { OfficeHours } from '#contract/workingDays.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'

const hour = 3_600_000

/**
 * Milliseconds of office hours between two moments; the office is open every day of the week. Clocks of no zone change
 * while offices are open, so the days between the first and the last are equally long.
 */
export function workingMs(from: Date, to: Date, hours: OfficeHours, zone: string): number {
  const within = (day: IsoDate) => {
    const opens = Math.max(from.getTime(), instantInZone(day, hours.opens, zone).getTime())
    const closes = Math.min(to.getTime(), instantInZone(day, hours.closes, zone).getTime())
    return Math.max(0, closes - opens)
  }
  const [first, last] = [dateInZone(from, zone), dateInZone(to, zone)]
  if (first >= last) return within(first)
  return within(first) + (daysBetween(first, last) - 1) * (hours.closes - hours.opens) * hour + within(last)
}
