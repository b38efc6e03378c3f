import * as z from 'zod/mini'
import { parseDate } from '../dateReading.ts'
import { formatDate, type IsoDate, weekday } from '../dates.ts'
import type { Issue } from '../errors.ts'
import type { WorkingCalendar } from '../workingDays.ts'
import type { Change } from './tariffChanges.ts'

const days = z.array(z.string().check(z.maxLength(20))).check(z.maxLength(1000))

export const draftCalendar = z.object({ daysOff: days, workingWeekends: days })
export type DraftCalendar = z.output<typeof draftCalendar>

export const calendarLists = {
  daysOff: 'Выходные сверх суббот и воскресений',
  workingWeekends: 'Рабочие субботы и воскресенья',
} as const satisfies Record<keyof DraftCalendar, string>

const listNames = Object.keys(calendarLists) as (keyof DraftCalendar)[]

const shortDays = ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']

/** «01.05.2026, пт»; what is no day as it was typed. */
export const dayText = (day: string): string =>
  parseDate(day) ? `${formatDate(day as IsoDate, 'numeric')}, ${shortDays[weekday(day as IsoDate) - 1]}` : day

const isWeekend = (day: string) => weekday(day as IsoDate) > 5

/** What is wrong with the days, each by its place: `rows.daysOff.3`. */
export function calendarIssues(rows: DraftCalendar): Issue[] {
  return listNames.flatMap((list) =>
    rows[list].flatMap((day, at) => {
      const issue = (message: string) => ({
        field: `rows.${list}.${at}`,
        message: `«${calendarLists[list]}», ${day}: ${message}`,
      })
      if (!/^\d{4}-\d\d-\d\d$/.test(day) || !parseDate(day)) return issue('Такого дня нет, нужен вид 2027-05-01')
      if (rows[list].indexOf(day) < at) return issue('Этот день уже есть')
      if (list === 'workingWeekends' && !isWeekend(day)) return issue('Это не суббота и не воскресенье')
      return []
    }),
  )
}

const inOrder = (list: readonly string[]) => [...new Set(list)].toSorted()

/** The days as they are kept and hashed. */
export const calendarContent = ({ daysOff, workingWeekends }: DraftCalendar | WorkingCalendar): string =>
  `${JSON.stringify({ daysOff: inOrder(daysOff), workingWeekends: inOrder(workingWeekends) }, null, 2)}\n`

export const draftOfCalendar = (content: string): DraftCalendar => z.parse(draftCalendar, JSON.parse(content))

/** What differs between two calendars, year by year. */
export function calendarChanges(before: DraftCalendar, after: DraftCalendar): Change[] {
  const years = new Map<string, { name: string; before?: string; after?: string }[]>()
  const tell = (day: string, line: { name: string; before?: string; after?: string }) => {
    const year = day.slice(0, 4)
    years.set(year, [...(years.get(year) ?? []), line])
  }
  for (const list of listNames) {
    const name = list === 'daysOff' ? 'Выходной' : 'Рабочий день'
    for (const day of after[list].toSorted()) if (!before[list].includes(day)) tell(day, { name, after: dayText(day) })
    for (const day of before[list].toSorted()) if (!after[list].includes(day)) tell(day, { name, before: dayText(day) })
  }
  return [...years]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([year, lines]) => ({ title: `${year} год`, kind: 'changed', lines }))
}
