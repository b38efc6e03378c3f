import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, date, daysBetween } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { fromRoubles, kopecks } from '../money.ts'
import { debtOn, scheduleOn } from './debt.ts'
import { holidayOn, isSingle, type RunningLoan, runningLoan } from './loan.ts'
import { prolongationRefusal } from './prolongation.ts'
import { quote } from './quote.ts'
import { holidayPlan, newTermsPlan } from './rescheduling-plans.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { rules, calendar, products } = verdict.lender
const start = date('2026-11-23')

function loanOf(place: 0 | 1, amount: number, term: number): RunningLoan {
  const asked = { amount: fromRoubles(amount), term, firstLoan: false, promo: null }
  return runningLoan(quote(products[place]!, asked, start, rules), start, calendar)
}

/** Pays what the schedule prints, row by row, each on its last day. */
function paidAsPrinted(loan: RunningLoan): RunningLoan {
  let paid = loan
  for (const { date: on } of scheduleOn(loan, addDays(start, 900), rules)) {
    const row = scheduleOn(paid, on, rules).find((one) => one.date === on)!
    const amount = isSingle(loan) ? debtOn(paid, row.lastDay, rules).toClose : row.payment
    paid = { ...paid, payments: [...paid.payments, { date: row.lastDay, amount: kopecks(amount) }] }
  }
  return paid
}

test('a holiday of three months in 50 000 roubles for 12 payments: the same payments behind it, its interest after the last', () => {
  const before = loanOf(1, 50_000, 12)
  const on = addDays(start, 10)
  const plan = holidayPlan(before, on, addDays(on, 90), rules, calendar)
  const loan = { ...before, reschedulings: [plan] }
  const inside = addDays(on, 60)
  assert.deepEqual(holidayOn(loan, inside), plan)
  const debt = debtOn(loan, inside, rules)
  assert.deepEqual([debt.due, debt.overdueDays, debt.penalty], [0, 0, 0])
  // 50 000 at 0.3 % a day for 70 days
  assert.equal(debt.interest, 10_500_00)
  const rows = scheduleOn(loan, plan.until!, rules)
  assert.equal(rows.length, 13)
  rows.slice(0, 12).forEach((row, index) => {
    const was = before.schedule[index]!
    assert.deepEqual([row.payment, row.interest, row.balance], [was.payment, was.interest, was.balance])
    assert.equal(daysBetween(was.date, row.date), 90)
  })
  // 50 000 at 0.3 % a day for 90 days
  assert.deepEqual([rows[12]!.payment, rows[12]!.principal], [13_500_00, 0])
  const paid = paidAsPrinted(loan)
  const end = debtOn(paid, addDays(start, 900), rules)
  assert.deepEqual([end.total, end.overpaid, end.closedOn], [0, 0, rows[12]!.lastDay])
})

test('a holiday of an overdue loan: the penalty stays as it was, what was missed is paid with the rest', () => {
  const before = loanOf(1, 50_000, 12)
  const on = addDays(before.schedule[1]!.lastDay, 5)
  const late = debtOn(before, on, rules)
  assert.ok(late.overdueDays > 0 && late.penalty > 0)
  const loan = { ...before, reschedulings: [holidayPlan(before, on, addDays(on, 60), rules, calendar)] }
  const then = debtOn(loan, addDays(on, 60), rules)
  assert.deepEqual([then.due, then.overdueDays, then.penalty], [0, 0, late.penalty])
  const ahead = scheduleOn(loan, addDays(on, 60), rules).filter((row) => row.date > on)
  assert.equal(ahead.length, 13)
  const end = debtOn(paidAsPrinted(loan), addDays(start, 900), rules)
  assert.equal(end.total, late.penalty)
})

test('a holiday of a loan given back at once moves its date, and uses up no prolongation', () => {
  const before = loanOf(0, 10_000, 14)
  const on = addDays(before.schedule[0]!.lastDay, 3)
  const { penalty } = debtOn(before, on, rules)
  const loan = { ...before, reschedulings: [holidayPlan(before, on, addDays(on, 30), rules, calendar)] }
  assert.equal(debtOn(loan, addDays(on, 30), rules).penalty, penalty)
  assert.equal(debtOn(loan, addDays(on, 30), rules).due, 10_000_00 + debtOn(loan, addDays(on, 30), rules).interest)
  assert.equal(prolongationRefusal(loan, addDays(on, 5), rules), 'holiday')
  assert.equal(prolongationRefusal(loan, addDays(on, 31), rules), null)
})

test('new terms: as many payments as agreed, the interest owed in a row of its own, nothing late', () => {
  const before = loanOf(0, 10_000, 14)
  const on = addDays(before.schedule[0]!.lastDay, 20)
  const owed = debtOn(before, on, rules)
  const loan = { ...before, reschedulings: [newTermsPlan(on, { payments: 4, everyDays: 14 }, calendar)] }
  const after = debtOn(loan, on, rules)
  assert.deepEqual([after.total, after.due, after.overdueDays], [owed.total, 0, 0])
  const rows = scheduleOn(loan, on, rules).filter((row) => row.date > on)
  assert.equal(rows.length, 5)
  assert.deepEqual([rows[4]!.payment, rows[4]!.principal], [owed.interest, 0])
  assert.equal(prolongationRefusal(loan, on, rules), 'instalments')
  assert.equal(debtOn(paidAsPrinted(loan), addDays(start, 900), rules).total, owed.penalty)
})

test('money of one’s own will in a holiday goes to the principal first', () => {
  const before = loanOf(1, 50_000, 12)
  const on = addDays(start, 10)
  const plan = holidayPlan(before, on, addDays(on, 90), rules, calendar)
  const pays = { date: addDays(on, 30), amount: fromRoubles(20_000) }
  const loan = { ...before, payments: [pays], reschedulings: [plan] }
  const owed = debtOn(before, on, rules).principal
  assert.equal(debtOn(loan, pays.date, rules).principal, owed - pays.amount)
  const end = debtOn(paidAsPrinted(loan), addDays(start, 900), rules)
  assert.deepEqual([end.total, end.overpaid], [0, 0])
})
