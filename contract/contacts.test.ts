import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { type ContactKind, type CountedContact, contactVerdict, withinHours } from './contacts.ts'
import { date } from './dates.ts'
import { validateLender } from './lender.ts'
import { zoneOfRegion } from './regionZones.ts'
import { requiredRuleOn } from './rules.ts'
import { dateInZone } from './zones.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { calendar, rules } = verdict.lender
const rule = requiredRuleOn(rules, 'collectionContacts', date('2026-11-23'))
const moscow = { rule, calendar, zone: 'Europe/Moscow' }
const said = (
  now: string,
  before: readonly CountedContact[] = [],
  kind: ContactKind = 'call',
  zone: string | null = 'Europe/Moscow',
) => {
  const found = contactVerdict({ kind, now: new Date(now), before, rule, calendar, zone })
  return found.allowed ? 'allowed' : `${found.because} ${found.from.toISOString()}`
}

test('calls from 8 to 22 on working days, 9 to 20 on others, by the clock of the debtor', () => {
  // Monday 2026-11-23; Moscow is three hours ahead of UTC.
  assert.equal(said('2026-11-23T05:00:00Z'), 'allowed')
  assert.equal(said('2026-11-23T04:59:59Z'), 'hours 2026-11-23T05:00:00.000Z')
  assert.equal(said('2026-11-23T18:59:59Z'), 'allowed')
  assert.equal(said('2026-11-23T19:00:00Z'), 'hours 2026-11-24T05:00:00.000Z')
  assert.equal(said('2026-11-28T05:30:00Z'), 'hours 2026-11-28T06:00:00.000Z')
  assert.equal(said('2026-11-28T17:00:00Z'), 'hours 2026-11-29T06:00:00.000Z')
  // 20:59 in Moscow is 05:59 of the next day in Kamchatka (M24).
  assert.equal(said('2026-11-23T17:59:00Z', [], 'message', 'Asia/Kamchatka'), 'hours 2026-11-23T20:00:00.000Z')
})

test('an unknown clock: only hours that are lawful in all eleven zones', () => {
  const zones =
    'Europe/Kaliningrad Europe/Moscow Europe/Samara Asia/Yekaterinburg Asia/Omsk Asia/Krasnoyarsk Asia/Irkutsk Asia/Yakutsk Asia/Vladivostok Asia/Magadan Asia/Kamchatka'.split(
      ' ',
    )
  for (let hour = 0; hour < 14 * 24; hour += 0.5) {
    const now = new Date(Date.UTC(2026, 10, 23) + hour * 3_600_000)
    const opens = withinHours(now, { rule, calendar, zone: null })
    for (const zone of zones)
      assert.equal(
        withinHours(opens, { rule, calendar, zone }).getTime(),
        opens.getTime(),
        `${zone} ${opens.toISOString()}`,
      )
  }
})

test('a call a day, two a week, eight a month; a week and a month both from the day back and by the calendar', () => {
  const calls = (...days: string[]) => days.map((day) => ({ kind: 'call' as const, at: new Date(`${day}T09:00:00Z`) }))
  assert.equal(said('2026-11-23T10:00:00Z', calls('2026-11-23')), 'aDay 2026-11-24T05:00:00.000Z')
  // Tuesday and Wednesday of the week: the next Monday begins another, but seven days are not over.
  assert.equal(said('2026-11-27T10:00:00Z', calls('2026-11-24', '2026-11-25')), 'aWeek 2026-12-01T05:00:00.000Z')
  const eight = calls(
    '2026-11-02',
    '2026-11-03',
    '2026-11-09',
    '2026-11-10',
    '2026-11-16',
    '2026-11-17',
    '2026-11-23',
    '2026-11-24',
  )
  assert.equal(said('2026-11-25T10:00:00Z', eight), 'aWeek 2026-12-02T05:00:00.000Z')
  assert.equal(
    said('2026-11-30T10:00:00Z', eight.slice(0, 7).concat(calls('2026-11-20'))),
    'aMonth 2026-12-02T05:00:00.000Z',
  )
  // Messages have counts of their own.
  assert.equal(said('2026-11-23T10:00:00Z', calls('2026-11-23'), 'message'), 'allowed')
})

test('whatever is done as soon as it is allowed, a year of it never passes a count', () => {
  const before: CountedContact[] = []
  let now = new Date('2026-01-01T00:00:00Z')
  while (now < new Date('2027-01-01T00:00:00Z')) {
    const found = contactVerdict({ kind: 'message', now, before, ...moscow })
    if (!found.allowed) {
      assert.ok(found.from > now)
      now = found.from
      continue
    }
    before.push({ kind: 'message', at: now })
    now = new Date(now.getTime() + 60_000)
  }
  const days = before.map(({ at }) => Date.parse(dateInZone(at, 'Europe/Moscow')) / 86_400_000)
  const most = (length: number) =>
    Math.max(...days.map((day) => days.filter((other) => other >= day && other < day + length).length))
  assert.deepEqual([most(1), most(7), most(30)], [2, 4, 16])
})

test('regions and their clocks; what does not say is unknown', () => {
  assert.equal(zoneOfRegion('Москва'), 'Europe/Moscow')
  assert.equal(zoneOfRegion('Камчатский край'), 'Asia/Kamchatka')
  assert.equal(zoneOfRegion('обл. Новосибирская'), 'Asia/Krasnoyarsk')
  assert.equal(zoneOfRegion('Омская область'), 'Asia/Omsk')
  assert.equal(zoneOfRegion('Томская обл'), 'Asia/Krasnoyarsk')
  assert.equal(zoneOfRegion('Республика Саха (Якутия)'), null)
  assert.equal(zoneOfRegion('Вымышленная область'), null)
})
