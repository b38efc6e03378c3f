import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decimalRoubles, fromRoubles, kopecks } from '../money.ts'
import vectors from '../vectors.json' with { type: 'json' }
import { instalments, singlePayment } from './schedule.ts'

for (const { principal, dailyRate, everyDays, payments, rows } of vectors.schedule) {
  test(`${principal} at ${dailyRate} a day in ${payments} payments each ${everyDays} days`, () => {
    const found = instalments({ principal: fromRoubles(Number(principal)), dailyRate, everyDays, payments })
    const written = found.map(({ k, day, payment, interest, principal: returned, balance }) => ({
      k,
      day,
      payment: decimalRoubles(payment),
      interest: decimalRoubles(interest),
      principal: decimalRoubles(returned),
      balance: decimalRoubles(balance),
    }))
    assert.deepEqual(written, rows)
  })
}

const terms = fc.record({
  principal: fc.integer({ min: 100_000, max: 50_000_000 }).map(kopecks),
  dailyRate: fc.constantFrom('0', '0.001', '0.003', '0.0079', '0.008'),
  everyDays: fc.constantFrom(7, 14, 30),
  payments: fc.integer({ min: 1, max: 26 }),
})

test('instalments return the principal exactly; all but the last are equal, the last differs by less than a rouble', () => {
  fc.assert(
    fc.property(terms, (loan) => {
      const rows = instalments(loan)
      assert.equal(
        rows.reduce((sum, { principal }) => sum + principal, 0),
        loan.principal,
      )
      assert.equal(rows[rows.length - 1]?.balance, 0)
      for (const { payment, interest, principal } of rows) assert.equal(payment, interest + principal)
      const first = rows[0]!.payment
      for (const { payment } of rows.slice(0, -1)) assert.equal(payment, first)
      assert.ok(Math.abs(rows[rows.length - 1]!.payment - first) < 10_000)
    }),
  )
})

test('a single payment is the principal and interest for the days that are not free', () => {
  const loan = { principal: fromRoubles(10_000), dailyRate: '0.008', days: 30 }
  assert.equal(singlePayment(loan).payment, fromRoubles(12_400))
  assert.equal(singlePayment({ ...loan, freeDays: 7 }).payment, fromRoubles(11_840))
  assert.equal(singlePayment({ ...loan, freeDays: 30 }).payment, fromRoubles(10_000))
})

test('half a kopeck of interest is charged as a kopeck', () => {
  assert.equal(singlePayment({ principal: kopecks(125), dailyRate: '0.004', days: 1 }).interest, 1)
  assert.equal(singlePayment({ principal: kopecks(124), dailyRate: '0.004', days: 1 }).interest, 0)
})
