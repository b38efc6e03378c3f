import { addDays } from '#contract/dates.ts'
import type { OfficeHours } from '#contract/workingDays.ts'
import { dateInZone, instantInZone } from '#contract/zones.ts'

/** Milliseconds of office hours between two moments; the office is open every day of the week. */
export function workingMs(from: Date, to: Date, hours: OfficeHours, zone: string): number {
  let total = 0
  for (let day = dateInZone(from, zone); day <= dateInZone(to, zone); day = addDays(day, 1)) {
    const opens = Math.max(from.getTime(), instantInZone(day, hours.opens, zone).getTime())
    const closes = Math.min(to.getTime(), instantInZone(day, hours.closes, zone).getTime())
    total += Math.max(0, closes - opens)
  }
  return total
}
