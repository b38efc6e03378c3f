import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueMoment } from './due.ts'

const cases = [
  ['01.03.2026', '18:30', '2026-03-01T15:30:00.000Z'],
  ['1 марта 2026', '9.05', '2026-03-01T06:05:00.000Z'],
  ['01.03.2026', '24:00', null],
  ['01.03.2026', '18:60', null],
  ['01.03.2026', 'вечером', null],
  ['31.02.2026', '18:30', null],
  ['', '18:30', null],
] as const

for (const [day, time, expected] of cases)
  test(`${day} ${time}`, () => {
    assert.equal(dueMoment(day, time, 'Europe/Moscow')?.toISOString() ?? null, expected)
  })
