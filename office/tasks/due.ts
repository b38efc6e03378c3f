import { parseDate } from '#contract/dateReading.ts'
import { instantInZone } from '#contract/zones.ts'

/** The moment of a typed day and time of the lender's clock; null for what is none */
export function dueMoment(day: string, time: string, zone: string): Date | null {
  const date = parseDate(day)
  const [, hours, minutes] = /^(\d{1,2})[:.](\d{2})$/.exec(time.trim()) ?? []
  if (!date || hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  return new Date(instantInZone(date, Number(hours), zone).getTime() + Number(minutes) * 60_000)
}
