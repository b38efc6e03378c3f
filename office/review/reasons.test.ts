import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonChoices } from './reasons.ts'

test('each reason of an item has a digit of its own, 1 is left for «верно»', () => {
  for (const item of [
    {},
    { media: { kind: 'photo', subject: 'document' } },
    { media: { kind: 'photo', subject: 'person' } },
    { media: { kind: 'video', subject: 'person' } },
  ] as const) {
    const digits = reasonChoices(item).map(({ digit }) => digit)
    assert.equal(new Set(digits).size, digits.length)
    assert.ok(!digits.includes('1'))
    assert.ok(digits.every((digit) => /^\d$/.test(digit)))
  }
})

test('«другое» is always 0', () => {
  assert.deepEqual(reasonChoices({}).at(-1), { reason: 'other', digit: '0', text: 'Другое' })
})

test('answers without a picture are not sent back for glare', () => {
  const reasons = reasonChoices({}).map(({ reason }) => reason)
  assert.ok(!reasons.includes('glare'))
})

test('F2: what is likely to be wrong follows from what the step declares, whatever its number', () => {
  const first = (kind: 'photo' | 'video', subject: 'document' | 'person') =>
    reasonChoices({ media: { kind, subject } })[0]?.reason
  assert.deepEqual(
    [first('photo', 'document'), first('photo', 'person'), first('video', 'person')],
    ['photo_blurred', 'not_same_person', 'digits_not_heard'],
  )
})
