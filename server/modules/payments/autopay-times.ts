import { addDays, type IsoDate } from '#contract/dates.ts'
import { autopayTimes } from '#contract/paying.ts'
import { instantInZone } from '#contract/zones.ts'

/** When the payer of a date is told of the charge, by the clock they live by. */
export const tellingAt = (date: IsoDate, zone: string): Date =>
  instantInZone(addDays(date, -1), autopayTimes.toldAt, zone)

/** When the try after so many is made; null: there were enough. */
export function tryAt(date: IsoDate, tries: number, zone: string): Date | null {
  const one = autopayTimes.tries[tries]
  return one ? instantInZone(addDays(date, one.days), one.hour, zone) : null
}
