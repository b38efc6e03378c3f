import type { CallAnswer } from '#contract/call.ts'
import type { officeCalendar } from '#contract/calls/office/calendar.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { isWorkingDay } from '#contract/workingDays.ts'
import { dateInZone } from '#contract/zones.ts'

const yearOf = (day: string) => Number(day.slice(0, 4))

/** The lender's calendar year by year, from the first one it says something of. */
export function calendarYears(
  { calendar, zone }: Pick<Lender, 'calendar' | 'zone'>,
  now: Date,
): CallAnswer<typeof officeCalendar> {
  const today = dateInZone(now, zone)
  const said = [...calendar.daysOff, ...calendar.workingWeekends].map(yearOf)
  const last = Math.max(yearOf(today), ...said)
  const years = []
  for (let year = Math.min(yearOf(today), ...said); year <= last; year += 1) {
    const of = (days: readonly IsoDate[]) => days.filter((day) => yearOf(day) === year).toSorted()
    let workingDays = 0
    for (let day = `${year}-01-01` as IsoDate; yearOf(day) === year; day = addDays(day, 1))
      if (isWorkingDay(calendar, day)) workingDays += 1
    years.push({ year, daysOff: of(calendar.daysOff), workingWeekends: of(calendar.workingWeekends), workingDays })
  }
  const known = new Set(said)
  let unsaid = yearOf(today)
  while (known.has(unsaid)) unsaid += 1
  return { years, today: { day: today, working: isWorkingDay(calendar, today) }, unsaid }
}
