import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from '#contract/dates.ts'
import { calendarYears } from './calendar-years.ts'

const zone = 'Europe/Moscow'
const now = new Date('2026-12-31T20:59:00Z')

test('years of the calendar, with what is said of each and the first nothing is said of', () => {
  const calendar = { daysOff: [date('2026-05-01'), date('2026-01-01')], workingWeekends: [date('2027-02-20')] }
  const shown = calendarYears({ calendar, zone }, now)
  assert.deepEqual(
    shown.years.map(({ year, daysOff, workingWeekends, workingDays }) => [year, daysOff, workingWeekends, workingDays]),
    [
      [2026, ['2026-01-01', '2026-05-01'], [], 259],
      [2027, [], ['2027-02-20'], 262],
    ],
  )
  assert.deepEqual([shown.today, shown.unsaid], [{ day: '2026-12-31', working: true }, 2028])
})

test('nothing said at all: this year, and that it is missing', () => {
  const { years, unsaid } = calendarYears({ calendar: { daysOff: [], workingWeekends: [] }, zone }, now)
  assert.deepEqual([years.map(({ year }) => year), unsaid], [[2026], 2026])
})
