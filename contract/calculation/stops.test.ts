import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, date } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { fromRoubles, kopecks } from '../money.ts'
import { debtOn } from './debt.ts'
import { type AccrualStop, type RunningLoan, runningLoan } from './loan.ts'
import { quote } from './quote.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { rules, calendar, products } = verdict.lender
const start = date('2026-11-23')

/** 15 000 roubles for 14 days, back by Monday 7 December. */
function single(stops: readonly AccrualStop[] = []): RunningLoan {
  const asked = { amount: fromRoubles(15_000), term: 14, firstLoan: false, promo: null }
  return { ...runningLoan(quote(products[0]!, asked, start, rules), start, calendar), stops }
}

const on = (loan: RunningLoan, days: number) => debtOn(loan, addDays(start, days), rules)

test('after a death interest runs and penalty does not, till its last day and not a day longer', () => {
  const before = on(single(), 17)
  const died: AccrualStop = { ground: 'death', from: addDays(start, 18), until: addDays(start, 47), what: 'penalty' }
  const loan = single([died])
  assert.deepEqual(on(loan, 17), before, 'what was charged before stays')
  assert.ok(before.penalty > 0)
  assert.equal(on(loan, 47).penalty, before.penalty)
  assert.equal(on(loan, 47).interest, on(single(), 47).interest)
  // 15 000 at 20 % a year for the days but thirty
  assert.equal(on(loan, 64).penalty, on(single(), 34).penalty)
  const paid = { ...loan, payments: [{ date: addDays(start, 40), amount: kopecks(on(loan, 40).toClose) }] }
  assert.deepEqual([on(paid, 60).total, on(paid, 60).closedOn], [0, addDays(start, 40)])
})

test('from a bankruptcy on nothing is charged, on an instalment loan and on one that is not late yet', () => {
  const bankrupt: AccrualStop = { ground: 'bankruptcy', from: addDays(start, 10), until: null, what: 'all' }
  assert.equal(on(single([bankrupt]), 300).total, on(single(), 9).total)
  const late: AccrualStop = { ...bankrupt, from: addDays(start, 40) }
  assert.equal(on(single([late]), 300).total, on(single(), 39).total)
})
