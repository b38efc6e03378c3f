import { addDays, type IsoDate, weekday } from './dates.ts'
import { dateInZone, instantInZone } from './zones.ts'

/** Days off besides Saturdays and Sundays, and Saturdays and Sundays that are worked, as the government moves them. */
export type WorkingCalendar = {
  readonly daysOff: readonly IsoDate[]
  readonly workingWeekends: readonly IsoDate[]
}

/** Whole hours of the lender's clock, the same every day: opens at 9, closes at 20. */
export type OfficeHours = { readonly opens: number; readonly closes: number }

export type OfficeState =
  | { readonly open: true; readonly closesAt: Date }
  | { readonly open: false; readonly opensAt: Date }

export function isWorkingDay(calendar: WorkingCalendar, day: IsoDate): boolean {
  if (calendar.daysOff.includes(day)) return false
  return weekday(day) < 6 || calendar.workingWeekends.includes(day)
}

/** The last of so many working days after a day; the day itself does not count. */
export function addWorkingDays(calendar: WorkingCalendar, day: IsoDate, count: number): IsoDate {
  let reached = day
  for (let left = count; left > 0; ) {
    reached = addDays(reached, 1)
    if (isWorkingDay(calendar, reached)) left -= 1
  }
  return reached
}

/** Whether people answer now, and till when or from when. The office is open every day of the week. */
export function officeOpen(now: Date, hours: OfficeHours, zone: string): OfficeState {
  const today = dateInZone(now, zone)
  const opensAt = instantInZone(today, hours.opens, zone)
  const closesAt = instantInZone(today, hours.closes, zone)
  if (now < opensAt) return { open: false, opensAt }
  if (now < closesAt) return { open: true, closesAt }
  return { open: false, opensAt: instantInZone(addDays(today, 1), hours.opens, zone) }
}
