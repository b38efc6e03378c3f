import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonChoices } from './reasons.ts'

const photo = { id: 'a', kind: 'passport', type: 'image/jpeg', before: false }

test('each reason of an item has a digit of its own, 1 is left for «верно»', () => {
  for (const item of [
    { step: 9, files: [] },
    { step: 28, files: [photo] },
    { step: 30, files: [photo] },
    { step: 31, files: [{ ...photo, type: 'video/webm' }] },
  ]) {
    const digits = reasonChoices(item).map(({ digit }) => digit)
    assert.equal(new Set(digits).size, digits.length)
    assert.ok(!digits.includes('1'))
    assert.ok(digits.every((digit) => /^\d$/.test(digit)))
  }
})

test('«другое» is always 0', () => {
  assert.deepEqual(reasonChoices({ step: 9, files: [] }).at(-1), { reason: 'other', digit: '0', text: 'Другое' })
})

test('answers without a picture are not sent back for glare', () => {
  const reasons = reasonChoices({ step: 25, files: [] }).map(({ reason }) => reason)
  assert.ok(!reasons.includes('glare'))
})
