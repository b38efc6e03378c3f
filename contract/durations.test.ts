import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatDuration, parseDuration } from './durations.ts'

const hour = 3_600_000

test('durations of days, hours, minutes and seconds are read', () => {
  const known: Record<string, number> = {
    PT4H: 4 * hour,
    P3D: 72 * hour,
    PT30M: hour / 2,
    P1DT2H: 26 * hour,
    PT1H30M: 1.5 * hour,
    PT20S: 20_000,
    PT0S: 0,
  }
  for (const [text, ms] of Object.entries(known)) assert.equal(parseDuration(text), ms, text)
})

test('everything else is refused', () => {
  for (const text of [
    '',
    'P',
    'PT',
    'P1DT',
    'P1M',
    'P1Y',
    'P1W',
    'PT1.5H',
    '-PT1H',
    'PT1H ',
    'pt1h',
    'P1H',
    '4h',
    'PT999999H',
  ]) {
    assert.equal(parseDuration(text), null, text)
  }
})

test('durations are said in words', () => {
  assert.equal(formatDuration(4 * hour), '4\u00a0часа')
  assert.equal(formatDuration(48 * hour), '48\u00a0часов')
  assert.equal(formatDuration(74 * hour), '3\u00a0дня\u00a02\u00a0часа')
  assert.equal(formatDuration(1.5 * hour), '1\u00a0час\u00a030\u00a0минут')
  assert.equal(formatDuration(hour - 1), '1\u00a0час')
  assert.equal(formatDuration(20_000), '20\u00a0секунд')
})

test('whole parts written are read back', () => {
  const part = fc.integer({ min: 0, max: 99_999 })
  fc.assert(
    fc.property(part, part, part, (days, hours, minutes) => {
      assert.equal(parseDuration(`P${days}DT${hours}H${minutes}M`), ((days * 24 + hours) * 60 + minutes) * 60_000)
    }),
  )
})
