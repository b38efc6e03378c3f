import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatDays, plural } from './russian.ts'

test('the word follows its number', () => {
  const forms: Record<string, number[]> = {
    день: [1, 21, 31, 101, 1001],
    дня: [2, 3, 4, 22, 34, 102],
    дней: [0, 5, 9, 10, 11, 12, 14, 19, 20, 25, 111, 112, 1011],
  }
  for (const [word, counts] of Object.entries(forms)) {
    for (const count of counts) assert.equal(plural(count, 'день', 'дня', 'дней'), word, String(count))
  }
})

test('number and word stay on one line', () => {
  assert.equal(formatDays(30), '30\u00a0дней')
})
