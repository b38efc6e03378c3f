import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cursorOf, placeOf } from './cursor.ts'

test('a cursor is read as it was written; anything else is none', () => {
  const place = { at: new Date('2026-03-02T09:00:00.123Z'), id: 'a-b' }
  assert.deepEqual(placeOf(cursorOf(place.at, place.id)), place)
  for (const wrong of [
    undefined,
    '',
    '_',
    '5',
    'x_y',
    '1e300_y',
    'Infinity_y',
    '5_',
    '5_a\0',
    '253402300800000_y',
    '-1_y',
  ])
    assert.equal(placeOf(wrong), null, wrong)
})
