import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, addMonths, date } from '../dates.ts'
import { fromRoubles, kopecks } from '../money.ts'
import vectors from '../vectors.json' with { type: 'json' }
import { basePeriod } from './basePeriod.ts'
import { Decimal } from './decimal.ts'
import { fullCost, fullCostOfDated } from './fullCost.ts'
import { interestFor } from './schedule.ts'

const flowsOf = (rows: readonly (readonly (string | number)[])[]) =>
  rows.map(([day, amount]) => ({ day: Number(day), amount: fromRoubles(Number(amount)) }))

for (const { name, flows, basePeriodDays, percent } of vectors.fullCost) {
  test(`full cost: ${name} is ${percent} %`, () => {
    assert.equal(fullCost(flowsOf(flows), basePeriodDays), percent)
  })
}

const single = (principal: number, payment: number, days: number) =>
  fullCost(
    [
      { day: 0, amount: kopecks(-principal) },
      { day: days, amount: kopecks(payment) },
    ],
    days,
  )

test('0.8 % a day is exactly 292.000 % for every single payment of 1 to 365 days', () => {
  const principal = fromRoubles(10_000)
  for (let days = 1; days <= 365; days += 1) {
    assert.equal(single(principal, principal + interestFor(principal, '0.008', days), days), '292.000', `${days} days`)
  }
})

test('a single payment costs its overpayment a year, rounded half up', () => {
  const amount = fc.integer({ min: 10_000, max: 100_000_000 })
  fc.assert(
    fc.property(amount, fc.nat(200_000_000), fc.integer({ min: 1, max: 365 }), (principal, over, days) => {
      const exact = new Decimal(over).times(36_500).div(principal).div(days)
      assert.equal(single(principal, principal + over, days), exact.toFixed(3))
    }),
  )
})

test('a cost that lies exactly on half a thousandth is rounded up', () => {
  // 1 of 1 000 000 kopecks over 73 days is 0.0005 % a year
  assert.equal(single(1_000_000, 1_000_001, 73), '0.001')
  assert.equal(single(100_000_000, 100_000_299, 73), '0.001')
  assert.equal(single(100_000_000, 100_000_099, 73), '0.000')
  // 3 times the half, and a hair below it
  assert.equal(single(1_000_000, 1_000_003, 73), '0.002')
})

test('what costs more to return is never the cheaper one', () => {
  const payment = fc.integer({ min: 500_000, max: 900_000 })
  fc.assert(
    fc.property(payment, payment, payment, fc.integer({ min: 1, max: 500_000 }), (a, b, c, more) => {
      const cost = (last: number) =>
        Number(
          fullCost(
            flowsOf([
              [0, -10_000],
              [14, a / 100],
              [28, b / 100],
              [45, last / 100],
            ]),
            14,
          ),
        )
      assert.ok(cost(c + more) >= cost(c))
    }),
  )
})

test('at the full cost, payments are worth what was lent', () => {
  const payments = fc.array(fc.integer({ min: 300_000, max: 900_000 }), { minLength: 4, maxLength: 26 })
  fc.assert(
    fc.property(payments, (amounts) => {
      const flows = amounts.map((amount, index) => ({ day: 14 * (index + 1), amount: kopecks(amount) }))
      const percent = fullCost([{ day: 0, amount: kopecks(-1_000_000) }, ...flows], 14)
      const worthAt = (thousandths: number) => {
        const rate = ((Number(percent) + thousandths / 1000) / 100) * (14 / 365)
        return flows.reduce((sum, { day, amount }) => sum + amount / (1 + rate) ** (day / 14), -1_000_000)
      }
      assert.ok(worthAt(-0.51) > 0 && worthAt(0.51) < 0)
    }),
  )
})

test('money must go out first and come back later', () => {
  assert.throws(
    () =>
      fullCost(
        flowsOf([
          [0, 100],
          [5, -100],
        ]),
        5,
      ),
    RangeError,
  )
  assert.throws(
    () =>
      fullCost(
        flowsOf([
          [0, -100],
          [0, 100],
        ]),
        5,
      ),
    RangeError,
  )
  assert.throws(() => fullCost([], 5), RangeError)
})

test('the base period is the commonest interval, the smallest of equally common, the mean where none repeats, one’s own term', () => {
  const issue = date('2026-01-31')
  const days = (...offsets: number[]) => basePeriod([issue, ...offsets.map((offset) => addDays(issue, offset))]).count
  assert.equal(days(30), 30)
  assert.equal(days(14, 28, 42, 56), 14)
  assert.equal(days(10, 24, 38), 14)
  assert.equal(days(14, 28, 40, 52), 12)
  assert.equal(days(30, 37), 19)
  assert.equal(days(33, 97), 49)
  assert.equal(days(400), 365)
})

test('months count as months: twelve base periods a year', () => {
  const issue = date('2026-01-31')
  const monthly = Array.from({ length: 12 }, (_, index) => ({
    date: addMonths(issue, index + 1),
    amount: fromRoubles(index === 11 ? 1010 : 10),
  }))
  assert.equal(fullCostOfDated([{ date: issue, amount: fromRoubles(-1000) }, ...monthly], 'month'), '12.000')
})
