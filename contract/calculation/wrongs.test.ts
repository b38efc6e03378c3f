import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, date, type IsoDate } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { fromRoubles, kopecks } from '../money.ts'
import { debtOn, scheduleOn } from './debt.ts'
import { nextPayment, partReturn, stillToPay } from './earlyReturn.ts'
import { fullCostOfDated } from './fullCost.ts'
import { type LoanPayment, type RunningLoan, runningLoan } from './loan.ts'
import { prolongationQuote, prolongedLoan } from './prolongation.ts'
import { quote } from './quote.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { products, rules, calendar } = verdict.lender
const [payday, instalment] = [products[0]!, products[1]!]
const start = date('2026-11-23')

function loanFrom(product: typeof payday, amount: number, term: number, from: IsoDate, more = {}): RunningLoan {
  const price = quote({ ...product, ...more }, { amount: fromRoubles(amount), term, firstLoan: false }, from, rules)
  return runningLoan(price, from, calendar)
}
const withPayments = (loan: RunningLoan, ...payments: [number, number, 'asked'?][]): RunningLoan => ({
  ...loan,
  payments: payments.map(
    ([day, amount, asked]): LoanPayment => ({
      date: addDays(loan.startDate, day),
      amount: fromRoubles(amount),
      ...(asked && { partReturn: true }),
    }),
  ),
})
const after = (loan: RunningLoan, days: number) => debtOn(loan, addDays(loan.startDate, days), rules)
const fifty = loanFrom(instalment, 50_000, 12, start)
const row = 5389.62

test('M3: the shown next sum paid early waits for its date, and is never overdue', () => {
  for (const day of [0, 12]) {
    const paid = withPayments(fifty, [day, row])
    assert.equal(after(paid, day).held, fromRoubles(row))
    const due = after(paid, 14)
    assert.deepEqual([due.due, due.held, due.principal], [0, 0, fromRoubles(46_710.38)])
    assert.equal(after(paid, 15).overdueDays, 0)
    assert.equal(nextPayment(paid, addDays(start, 14), rules)?.date, '2026-12-21')
  }
})

test('M3: asked for as a part return it is one at once: 5 202.34 and 187.28 of interest; the row is 4 828.84 and still due', () => {
  const asked = withPayments(fifty, [12, row, 'asked'])
  assert.equal(after(asked, 12).principal, fromRoubles(50_000 - 5202.34))
  assert.equal(after(asked, 12).interest, fromRoubles(1800 - 187.28))
  assert.equal(after(asked, 14).due, fromRoubles(4828.84))
})

test('M4: a part given back makes all payments fall by one share, dates stay; the debt follows the new rows', () => {
  const back = partReturn(fifty, addDays(start, 12), fromRoubles(10_360), rules)
  assert.ok(typeof back === 'object')
  assert.deepEqual([back.principal, back.interest], [fromRoubles(10_000), fromRoubles(360)])
  assert.equal(back.rows.length, 12)
  assert.ok(back.rows.slice(0, -1).every(({ payment }) => payment === fromRoubles(4311.69)))
  const asked = withPayments(fifty, [12, 10_360, 'asked'])
  const inAll = stillToPay(asked, addDays(start, 12), rules) + fromRoubles(10_360)
  assert.equal(inAll, fromRoubles(62_100.33))
  assert.deepEqual(
    scheduleOn(asked, addDays(start, 13), rules).map((one) => one.date),
    fifty.schedule.map((one) => one.date),
  )
})

test('M4: day 50, three payments made: 10 240 gives back 10 000, the nine left are 4 032.40 and 4 032.41', () => {
  const paid = withPayments(fifty, [14, row], [28, row], [42, row], [50, 10_240, 'asked'])
  const rows = scheduleOn(paid, addDays(start, 50), rules).filter((one) => one.date > addDays(start, 50))
  assert.deepEqual(
    rows.map(({ payment }) => payment),
    [...Array.from({ length: 8 }, () => fromRoubles(4032.4)), fromRoubles(4032.41)],
  )
  let kept = paid
  for (const { date: day, payment } of rows) {
    assert.equal(debtOn(kept, day, rules).due, payment)
    kept = { ...kept, payments: [...kept.payments, { date: day, amount: payment }] }
  }
  assert.equal(debtOn(kept, rows.at(-1)!.date, rules).closedOn, rows.at(-1)!.date)
})

test('M5: where no interval repeats the full cost takes their mean: 7 500 with payments on days 33 and 97 is 205.704', () => {
  const first = date('2026-11-23')
  const flows = [
    { date: first, amount: fromRoubles(-7500) },
    { date: addDays(first, 33), amount: fromRoubles(600) },
    { date: addDays(first, 97), amount: fromRoubles(11_340) },
  ]
  assert.equal(fullCostOfDated(flows), '205.704')
})

test('M6: 13 500 ₽ overdue for 61 days of 2028 is a penalty of 450.00, not 449.99', () => {
  const loan = loanFrom(payday, 13_500, 30, date('2027-12-01'))
  const [only] = loan.schedule
  const late = addDays(only!.lastDay, 61)
  assert.equal(only!.lastDay.slice(0, 4), '2027')
  const exact = { ...loan, schedule: [{ ...only!, lastDay: date('2027-12-31') }] }
  assert.equal(debtOn(exact, addDays(date('2027-12-31'), 61), rules).penalty, fromRoubles(450))
  assert.ok(late > only!.lastDay)
})

test('M7: prolonging an overdue loan: interest now, the penalty stays a row of its own, and the ledger says the same', () => {
  const first = date('2026-11-23')
  const loan = loanFrom(payday, 10_000, 30, first)
  const on = addDays(first, 40)
  const price = prolongationQuote(loan, 10, on, rules, calendar)
  assert.deepEqual([price.payNow, price.principal, price.penalty], [fromRoubles(3200), fromRoubles(10_000), 5479])
  assert.deepEqual([price.interestToCome, price.totalOnNewDate], [fromRoubles(800), fromRoubles(10_854.79)])
  const moved = { on, dueDate: price.newDueDate, lastDay: price.newLastDay }
  const ledger = debtOn(prolongedLoan(loan, moved, price.payNow), price.newDueDate, rules)
  assert.deepEqual(
    [ledger.principal, ledger.interest, ledger.penalty],
    [price.principal, price.interestToCome, price.penalty],
  )
})

test('M9: a date on a day off moves to the next working day: 13 120.00 and no penalty on 11 January, overdue from the 12th', () => {
  const loan = loanFrom(payday, 10_000, 30, date('2026-12-03'))
  assert.deepEqual([loan.schedule[0]?.date, loan.schedule[0]?.lastDay], ['2027-01-02', '2027-01-11'])
  const last = debtOn(loan, date('2027-01-11'), rules)
  assert.deepEqual([last.total, last.penalty, last.overdueDays], [fromRoubles(13_120), 0, 0])
  assert.equal(debtOn(loan, date('2027-01-12'), rules).overdueDays, 1)
})

test('M9: instalments stand on a day off: who pays every printed sum by its last day pays the printed total', () => {
  const price = quote(instalment, { amount: fromRoubles(50_000), term: 12, firstLoan: false }, start, rules)
  const payments = fifty.schedule.map(({ lastDay, payment }) => ({ date: lastDay, amount: payment }))
  assert.ok(fifty.schedule.some((one) => one.lastDay !== one.date))
  const end = fifty.schedule.at(-1)!.lastDay
  const closed = debtOn({ ...fifty, payments }, end, rules)
  assert.deepEqual([closed.total, closed.overpaid, closed.closedOn], [0, 0, end])
  assert.equal(
    payments.reduce((sum, { amount }) => sum + amount, 0),
    price.totalToReturn,
  )
})

test('M23: after July 2024 the penalty comes after the current payment; before, third', () => {
  const due = after(fifty, 24)
  assert.deepEqual([due.due, due.penalty], [fromRoubles(row), 1802])
  const paid = after(withPayments(fifty, [24, row + 18.02]), 24)
  assert.deepEqual([paid.due, paid.held, paid.penalty], [0, 1802, 1802])
  const older = loanFrom(instalment, 50_000, 12, date('2024-06-30'))
  const before = after(older, 24)
  const settled = after(withPayments(older, [24, (before.due + before.penalty) / 100]), 24)
  assert.deepEqual([settled.held, settled.penalty], [0, 0])
})

test('M2: the cap is that of the day the money went, not of the signature', () => {
  const open = (from: IsoDate) => ({
    ...loanFrom(payday, 10_000, 30, from, {}),
    contractDate: date('2026-03-31'),
  })
  assert.equal(after(open(date('2026-03-31')), 900).chargedInAll, fromRoubles(13_000))
  assert.equal(after(open(date('2026-04-01')), 900).chargedInAll, fromRoubles(10_000))
})

test('M20: after a loan that is free to its date only the penalty runs, 0.1 % a day, unless the tariff chose the jump', () => {
  const first = { amount: fromRoubles(10_000), term: 21, firstLoan: true }
  const free = runningLoan(quote(payday, first, start, rules), start, calendar)
  const late = debtOn(free, addDays(free.schedule[0]!.lastDay, 14), rules)
  assert.deepEqual([late.interest, late.penalty], [0, fromRoubles(140)])
  const tariff = { ...payday, lateInterestAfterFree: true }
  const jumping = runningLoan(quote(tariff, first, start, rules), start, calendar)
  const jumped = debtOn(jumping, addDays(free.schedule[0]!.lastDay, 14), rules)
  assert.equal(jumped.interest, fromRoubles(1120))
})

test('M25: the debt of a loan of a year with 30 payments, and what it takes', (t) => {
  const loan = loanFrom(instalment, 199_000, 26, date('2026-11-23'))
  const payments = Array.from({ length: 30 }, (_, index) => ({
    date: addDays(loan.startDate, 12 * (index + 1)),
    amount: kopecks(100_00),
  }))
  const rounds = 2000
  const began = process.cpuUsage().user
  for (let round = 0; round < rounds; round += 1) debtOn({ ...loan, payments }, addDays(loan.startDate, 365), rules)
  const each = (process.cpuUsage().user - began) / rounds / 1000
  t.diagnostic(`a debt after a year with 30 payments takes ${each.toFixed(3)} ms of the processor`)
})
