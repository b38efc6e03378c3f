import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from './dates.ts'
import { dateInZone, formatDateTime, formatTime, instantInZone } from './zones.ts'

test('the day is the day of the zone', () => {
  const lateInLondon = new Date('2026-12-05T22:30:00Z')
  assert.equal(dateInZone(lateInLondon, 'Europe/Moscow'), '2026-12-06')
  assert.equal(dateInZone(lateInLondon, 'UTC'), '2026-12-05')
  assert.equal(formatTime(lateInLondon, 'Europe/Moscow'), '01:30')
})

test('midnight is 00:00 of the new day', () => {
  assert.equal(formatTime(new Date('2026-12-05T21:00:00Z'), 'Europe/Moscow'), '00:00')
  assert.equal(formatDateTime(new Date('2026-12-05T21:00:00Z'), 'Europe/Moscow'), '6\u00a0декабря в\u00a000:00')
})

test('an hour of a day is one instant, on days when the clocks change too', () => {
  assert.equal(instantInZone(date('2026-12-05'), 9, 'Europe/Moscow').toISOString(), '2026-12-05T06:00:00.000Z')
  assert.equal(instantInZone(date('2026-03-29'), 9, 'Europe/Berlin').toISOString(), '2026-03-29T07:00:00.000Z')
  assert.equal(instantInZone(date('2026-10-25'), 9, 'Europe/Berlin').toISOString(), '2026-10-25T08:00:00.000Z')
})

test('the clocks of Russia that never move show what the zone database says', () => {
  const zones =
    `Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk
    Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka`.split(/\s+/)
  for (const zone of zones) {
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    for (let at = Date.UTC(2016, 11, 1); at < Date.UTC(2031, 0); at += 11 * 86_400_000 + 4_321_000) {
      const instant = new Date(at)
      assert.equal(`${dateInZone(instant, zone)} ${formatTime(instant, zone)}`, format.format(instant), zone)
    }
  }
})
