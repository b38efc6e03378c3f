import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalRoubles, formatPercent, formatRoubles, fromRoubles, kopecks, parseRoubles } from './money.ts'

const anyAmount = fc.integer({ min: 0, max: 99_999_999_999_999 }).map(kopecks)

test('whole roubles are written without kopecks, in groups, never broken over lines', () => {
  assert.equal(formatRoubles(kopecks(1_668_000)), '16\u00a0680\u00a0₽')
  assert.equal(formatRoubles(kopecks(100_000_000)), '1\u00a0000\u00a0000\u00a0₽')
  assert.equal(formatRoubles(kopecks(0)), '0\u00a0₽')
})

test('kopecks are written when there are any', () => {
  assert.equal(formatRoubles(kopecks(647_408)), '6\u00a0474,08\u00a0₽')
  assert.equal(formatRoubles(kopecks(5)), '0,05\u00a0₽')
  assert.equal(formatRoubles(kopecks(-5_000)), '−50\u00a0₽')
})

test('money is read as people type it', () => {
  const typed: Record<string, number> = {
    '16 680': 1_668_000,
    '16\u00a0680\u00a0₽': 1_668_000,
    '16680,5': 1_668_050,
    '1 234.50 руб.': 123_450,
    '10.000': 1_000_000,
    '10,000 р': 1_000_000,
    '5000 рублей': 500_000,
    '0,05': 5,
  }
  for (const [text, amount] of Object.entries(typed)) assert.equal(parseRoubles(text), amount, text)
})

test('what is no sum of money is not read', () => {
  for (const text of ['', ' ', '-5', '5-', '1e5', 'пять', '1,2,3', '1.5.5', '₽', '12 345 678 901 234', '٣', '5$']) {
    assert.equal(parseRoubles(text), null, text)
  }
})

test('every amount is read back from what was written', () => {
  fc.assert(fc.property(anyAmount, (amount) => parseRoubles(formatRoubles(amount)) === amount))
  fc.assert(fc.property(anyAmount, (amount) => parseRoubles(decimalRoubles(amount)) === amount))
})

test('any text is read or refused, never thrown at', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const amount = parseRoubles(text)
      return amount === null || Number.isSafeInteger(amount)
    }),
  )
})

test('a part of a kopeck is not money', () => {
  assert.throws(() => kopecks(0.5), RangeError)
  assert.throws(() => fromRoubles(0.001), RangeError)
  assert.equal(fromRoubles(6474.08), 647_408)
})

test('a percentage keeps its decimals and takes a comma', () => {
  assert.equal(formatPercent('292.000'), '292,000\u00a0%')
  assert.equal(formatPercent('0.8'), '0,8\u00a0%')
  assert.equal(formatPercent('20'), '20\u00a0%')
})
