import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from './dates.ts'
import { addWorkingDays, isWorkingDay, officeOpen } from './workingDays.ts'

const calendar = { daysOff: [date('2027-01-01'), date('2027-01-04')], workingWeekends: [date('2027-02-20')] }

test('Saturdays, Sundays and days off are skipped, moved working days are not', () => {
  assert.equal(isWorkingDay(calendar, date('2026-11-21')), false)
  assert.equal(isWorkingDay(calendar, date('2027-01-04')), false)
  assert.equal(isWorkingDay(calendar, date('2027-02-20')), true)
})

test('five working days from a Friday end on the next Friday', () => {
  assert.equal(addWorkingDays(calendar, date('2026-11-20'), 5), '2026-11-27')
})

test('five working days over New Year go round the days off', () => {
  assert.equal(addWorkingDays(calendar, date('2026-12-31'), 5), '2027-01-11')
})

const hours = { opens: 9, closes: 20 }
const at = (time: string) => officeOpen(new Date(`2026-11-21T${time}+03:00`), hours, 'Europe/Moscow')
const moscow = (time: string) => new Date(`${time}+03:00`)

test('the office is open from nine o’clock until, not including, eight in the evening', () => {
  assert.deepEqual(at('08:59:59'), { open: false, opensAt: moscow('2026-11-21T09:00:00') })
  assert.deepEqual(at('09:00:00'), { open: true, closesAt: moscow('2026-11-21T20:00:00') })
  assert.deepEqual(at('19:59:59'), { open: true, closesAt: moscow('2026-11-21T20:00:00') })
  assert.deepEqual(at('20:00:00'), { open: false, opensAt: moscow('2026-11-22T09:00:00') })
})
