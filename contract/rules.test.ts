import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, date, type IsoDate } from './dates.ts'
import { fromRoubles, kopecks } from './money.ts'
import { ruleTableSchema } from './rules/table.ts'
import { coolingOffFor, requiredRuleOn, ruleOn } from './rules.ts'

const table = z.parse(ruleTableSchema, json.rules)

test('a contract of 31 March 2026 and one of 1 April 2026 get different overpayment caps', () => {
  assert.equal(ruleOn(table, 'overpaymentCap', date('2026-03-31')), '1.3')
  assert.equal(ruleOn(table, 'overpaymentCap', date('2026-04-01')), '1.0')
})

test('a rule does not hold before its first day', () => {
  assert.equal(ruleOn(table, 'expensiveLoanLimit', date('2026-09-30')), null)
  assert.equal(ruleOn(table, 'expensiveLoanLimit', date('2026-10-01'))?.refusedAtUnpaid, 2)
  assert.equal(ruleOn(table, 'expensiveLoanLimit', date('2027-04-01'))?.refusedAtUnpaid, 1)
  assert.throws(() => requiredRuleOn(table, 'overpaymentCap', date('2020-01-01')), /no overpaymentCap/)
})

test('a rule that ended holds on its last day and not after', () => {
  const [rate] = table
  const ended = z.parse(ruleTableSchema, [{ ...rate, until: '2024-12-31' }])
  assert.equal(ruleOn(ended, 'dailyRateCap', date('2024-12-31')), '0.008')
  assert.equal(ruleOn(ended, 'dailyRateCap', date('2025-01-01')), null)
})

test('the order of the rows does not matter', () => {
  const turned = [...table].reverse()
  assert.equal(ruleOn(turned, 'overpaymentCap', date('2026-11-21')), '1.0')
})

test('cooling-off: none below 50 000, four hours to 200 000, both sums among them, 48 hours above', () => {
  const waits = (amount: number) => coolingOffFor(table, fromRoubles(amount), date('2026-11-21'))
  assert.equal(waits(49_999.99), null)
  assert.equal(waits(50_000), 'PT4H')
  assert.equal(waits(200_000), 'PT4H')
  assert.equal(waits(200_000.01), 'PT48H')
  assert.equal(coolingOffFor(table, kopecks(10_000_000), date('2025-08-31')), null)
})

test('what the days of the table change outside a decision: the day before, the day, the day after', () => {
  const around = <T>(day: string, read: (on: IsoDate) => T) => [-1, 0, 1].map((days) => read(addDays(date(day), days)))
  const fifty = fromRoubles(50_000)
  assert.deepEqual(
    around('2025-09-01', (on) => coolingOffFor(table, fifty, on)),
    [null, 'PT4H', 'PT4H'],
  )
  assert.deepEqual(
    around('2025-01-01', (on) => ruleOn(table, 'advertisingPhrases', on)?.phrases.length ?? 0),
    [0, 2, 2],
  )
  assert.deepEqual(
    around('2019-01-01', (on) => ruleOn(table, 'prolongationsPerYear', on)?.most ?? null),
    [null, 5, 5],
  )
  assert.deepEqual(
    around('2025-09-01', (on) => ruleOn(table, 'consentIsOwnDocument', on)),
    [null, true, true],
  )
  const penaltyIs = (on: IsoDate) => ruleOn(table, 'paymentOrder', on)?.indexOf('penalty') ?? null
  assert.deepEqual(around('2014-07-01', penaltyIs), [null, 2, 2])
  assert.deepEqual(around('2024-07-01', penaltyIs), [2, 4, 4])
})
