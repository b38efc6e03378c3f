import { parseDate } from '#contract/dateReading.ts'
import type { HolidayGround } from '#contract/holidays.ts'

/** What is typed of a holiday. */
export interface HolidayWish {
  readonly ground: HolidayGround | ''
  readonly months: string
  readonly serviceUntil: string
}

export const noWish: HolidayWish = { ground: '', months: '3', serviceUntil: '' }

/** As it is sent; null while something is missing. */
export function sentWish({ ground, months, serviceUntil }: HolidayWish) {
  if (!ground) return null
  if (ground !== 'service') return { ground, months: Number(months) }
  const until = parseDate(serviceUntil)
  return until && { ground, serviceUntil: until }
}
