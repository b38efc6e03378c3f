import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseDate } from './dateReading.ts'
import {
  addDays,
  addMonths,
  addYears,
  ageOn,
  birthday,
  date,
  daysBetween,
  formatDate,
  type IsoDate,
  isoDate,
  weekday,
} from './dates.ts'

const someDay = fc.integer({ min: -60_000, max: 60_000 }).map((days) => addDays(date('1990-01-01'), days))

test('dates are read as typed', () => {
  for (const text of [
    '31.12.1990',
    '31/12/1990',
    '31 12 1990',
    '31121990',
    '1990-12-31',
    ' 31.12.1990 ',
    '31 декабря 1990',
    '31 Декабрь 1990 г.',
    '31дек.1990',
  ]) {
    assert.equal(parseDate(text), '1990-12-31', text)
  }
})

test('every month is read in words, as it is said and as it is declined', () => {
  const said = 'январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь'.split(' ')
  said.forEach((name, place) => {
    const day = isoDate(1990, place + 1, 10)
    assert.equal(parseDate(`10 ${name} 1990`), day, name)
    assert.equal(day && parseDate(formatDate(day)), day, name)
  })
})

test('days that never were are refused', () => {
  const never = [
    '31.04.2020',
    '29.02.2023',
    '00.01.2020',
    '01.13.2020',
    '32.01.2020',
    '1.1.20',
    '2020-02-30',
    '',
    'завтра',
    '31 дека 19901',
    '10 де 1990',
    '10 мартобря 1990',
    '31 апреля 2020',
  ]
  for (const text of never) assert.equal(parseDate(text), null, text)
  assert.equal(parseDate('29.02.2024'), '2024-02-29')
})

test('dates are written three ways', () => {
  const day = date('2026-12-05')
  assert.equal(formatDate(day), '5\u00a0декабря\u00a02026')
  assert.equal(formatDate(day, 'short'), '5\u00a0декабря')
  assert.equal(formatDate(day, 'numeric'), '05.12.2026')
})

test('29 February a year later is the last day of February, and the birthday is 1 March', () => {
  assert.equal(addYears(date('2024-02-29'), 1), '2025-02-28')
  assert.equal(addYears(date('2024-02-29'), 4), '2028-02-29')
  assert.equal(birthday(date('2008-02-29'), 18), '2026-03-01')
  assert.equal(ageOn(date('2008-02-29'), date('2026-02-28')), 17)
  assert.equal(ageOn(date('2008-02-29'), date('2026-03-01')), 18)
})

test('a month later is the same day or the last of the month', () => {
  assert.equal(addMonths(date('2026-01-31'), 1), '2026-02-28')
  assert.equal(addMonths(date('2026-11-15'), 3), '2027-02-15')
  assert.equal(addMonths(date('2026-03-31'), -1), '2026-02-28')
})

test('days added are the days between', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: -9000, max: 9000 }), (day, days) => {
      assert.equal(daysBetween(day, addDays(day, days)), days)
    }),
  )
})

test('every day is read back from what was written', () => {
  fc.assert(fc.property(someDay, (day) => parseDate(formatDate(day, 'numeric')) === day && parseDate(day) === day))
})

test('one is a year older exactly on the birthday', () => {
  fc.assert(
    fc.property(someDay, fc.integer({ min: 1, max: 100 }), (born, age) => {
      const day = birthday(born, age)
      assert.equal(ageOn(born, day), age)
      assert.equal(ageOn(born, addDays(day, -1)), age - 1)
    }),
  )
})

test('the week turns every seven days', () => {
  assert.equal(weekday(date('2026-11-21')), 6)
  assert.equal(weekday(date('1969-12-28')), 7)
  fc.assert(fc.property(someDay, (day: IsoDate) => weekday(addDays(day, 7)) === weekday(day)))
})

test('numbers that are no date make none', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (year, month, day) => {
      const made = isoDate(year, month, day)
      return made === null || new Date(`${made}T00:00:00Z`).toISOString().startsWith(made)
    }),
  )
})
