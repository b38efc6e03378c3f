import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { date } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { fromRoubles } from '../money.ts'
import { quote } from './quote.ts'
import { wishProblem } from './wishProblem.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { products, rules } = verdict.lender
const payday = products[0]!
const instalment = products[1]!
const start = date('2026-11-21')
const wish = (amount: number, term: number, more: { promo?: string; firstLoan?: boolean } = {}) => ({
  amount: fromRoubles(amount),
  term,
  firstLoan: false,
  ...more,
})

test('15 000 for 14 days: everything the panel shows', () => {
  const price = quote(payday, wish(15_000, 14), start, rules)
  assert.equal(price.totalToReturn, fromRoubles(16_680))
  assert.equal(price.overpayment, fromRoubles(1680))
  assert.equal(price.fullCostRoubles, fromRoubles(1680))
  assert.equal(price.fullCostPercent, '292.000')
  assert.equal(price.yearlyRatePercent, '292.000')
  assert.equal(price.lastDate, '2026-12-05')
  assert.deepEqual(price.brokenCaps, [])
})

test('the first loan is free up to 10 000, and only the first', () => {
  const first = quote(payday, wish(10_000, 21, { firstLoan: true }), start, rules)
  assert.deepEqual([first.overpayment, first.fullCostPercent, first.discount], [0, '0.000', 'firstLoan'])
  const larger = quote(payday, wish(10_500, 21, { firstLoan: true }), start, rules)
  assert.deepEqual([larger.overpayment, larger.discount], [fromRoubles(1764), null])
  assert.equal(quote(payday, wish(10_000, 21), start, rules).overpayment, fromRoubles(1680))
})

test('a promo code frees its days, however it is typed; an unknown or ended one frees none', () => {
  const price = quote(payday, wish(10_000, 30, { promo: ' неделя ' }), start, rules)
  assert.deepEqual([price.totalToReturn, price.fullCostPercent, price.freeDays], [fromRoubles(11_840), '223.867', 7])
  assert.equal(quote(payday, wish(10_000, 30, { promo: 'НЕТ' }), start, rules).discount, null)
  assert.equal(quote(payday, wish(10_000, 30, { promo: 'ТРИДНЯ' }), date('2028-01-01'), rules).discount, null)
})

test('instalments: dates, equal payments, the sum of all', () => {
  const price = quote(instalment, wish(50_000, 12), start, rules)
  assert.equal(price.rows.length, 12)
  assert.equal(price.firstDate, '2026-12-05')
  assert.equal(price.lastDate, '2027-05-08')
  assert.equal(price.totalToReturn, price.principal + price.overpayment)
  assert.equal(price.fullCostPercent, '109.500')
})

test('sums and terms beside the slider’s steps are named', () => {
  assert.equal(wishProblem(payday, wish(15_000, 14)), null)
  assert.equal(wishProblem(payday, wish(15_001, 14))?.field, 'amount')
  assert.equal(wishProblem(payday, wish(30_500, 14))?.field, 'amount')
  assert.equal(wishProblem(payday, wish(15_000, 31))?.field, 'term')
})

test('the longest schedule is priced in a few milliseconds', () => {
  const began = performance.now()
  for (let move = 0; move < 200; move += 1) quote(instalment, wish(30_000 + move * 100, 26), start, rules)
  assert.ok((performance.now() - began) / 200 < 5)
})
