import type { Finding } from '#contract/calls/office/workbench.ts'
import type { Lender } from '#contract/lender.ts'
import {
  calendarChanges,
  calendarContent,
  calendarIssues,
  type DraftCalendar,
  dayText,
  draftOfCalendar,
} from '#contract/versions/calendar.ts'
import { dateInZone } from '#contract/zones.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Kind, Version } from '../versions/index.ts'

interface Parts {
  readonly clock: Clock
  readonly lender: Pick<Lender, 'zone'>
  readonly ofFile: Version
}

const daysOf = ({ daysOff, workingWeekends }: DraftCalendar) => [...daysOff, ...workingWeekends]

/** The calendar of working days as one of the things that have versions. */
export function calendarKind({ clock, lender, ofFile }: Parts): Kind<DraftCalendar> {
  return {
    kind: 'calendar',
    files: () => [ofFile],
    ofFile: () => ofFile,
    rowsOf: draftOfCalendar,
    contentOf: calendarContent,
    issues: calendarIssues,
    isSame: (one, other) => calendarChanges(one, other).length === 0,

    async check(rows, inForce) {
      const wrong = calendarIssues(rows)
      if (wrong.length > 0) return wrong.map((issue) => ({ level: 'error' as const, ...issue }))
      const today = dateInZone(clock.now(), lender.zone)
      const before = inForce ? daysOf(inForce) : []
      const changed = new Set(
        [...daysOf(rows), ...before].filter((day) => daysOf(rows).includes(day) !== before.includes(day)),
      )
      const both = rows.daysOff.filter((day) => rows.workingWeekends.includes(day))
      const past = [...changed].filter((day) => day < today).toSorted()
      const year = today.slice(0, 4)
      return [
        ...both.map((day): Finding => ({ level: 'error', message: `${dayText(day)}: и выходной, и рабочий` })),
        ...(past.length > 0
          ? [
              {
                level: 'warning',
                message: `Дни уже прошли, сроки по ним не пересчитаем: ${past.map(dayText).join('; ')}`,
              } as const,
            ]
          : []),
        ...(daysOf(rows).some((day) => day.startsWith(year))
          ? []
          : [
              {
                level: 'warning',
                message: `О ${year} годе ничего не сказано: выходными будут только суббота и воскресенье`,
              } as const,
            ]),
      ]
    },

    mayForce: async () => [],
    // deadlines that were told stay as they were told: there is nothing past to try it on
    trial: null,
  }
}
