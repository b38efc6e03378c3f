import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, date, type IsoDate } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { fromRoubles, kopecks } from '../money.ts'
import { debtOn } from './debt.ts'
import { earlyReturn, nextPayment, stillToPay } from './earlyReturn.ts'
import { type LoanRow, type RunningLoan, runningLoan } from './loan.ts'
import { prolongationQuote, prolongationRefusal, prolongedLoan } from './prolongation.ts'
import { quote } from './quote.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { products, rules, calendar } = verdict.lender
const start = date('2026-11-21')
const contractDate = start

function loanOf(product: 0 | 1, amount: number, term: number, firstLoan = false): RunningLoan {
  const price = quote(products[product]!, { amount: fromRoubles(amount), term, firstLoan }, start, rules)
  return runningLoan(price, contractDate, calendar)
}

const paid = (loan: RunningLoan, ...payments: [number, number][]): RunningLoan => ({
  ...loan,
  payments: payments.map(([day, amount]) => ({ date: addDays(start, day), amount: fromRoubles(amount) })),
})

const rowOn = (day: IsoDate): LoanRow => {
  const none = kopecks(0)
  return { date: day, lastDay: day, payment: none, interest: none, principal: none, balance: none }
}

const debtAfter = (loan: RunningLoan, days: number) => debtOn(loan, addDays(start, days), rules)

test('interest runs by the day, from the day after the money came', () => {
  const loan = loanOf(0, 10_000, 30)
  assert.equal(debtAfter(loan, 0).total, fromRoubles(10_000))
  assert.equal(debtAfter(loan, 1).interest, fromRoubles(80))
  assert.equal(debtAfter(loan, 30).total, fromRoubles(12_400))
})

test('on the due date the sum is due and not yet overdue; the next day it is, with a penalty of 20 % a year', () => {
  const loan = loanOf(0, 10_000, 30)
  assert.deepEqual([debtAfter(loan, 29).due, debtAfter(loan, 30).due], [0, fromRoubles(12_400)])
  assert.equal(debtAfter(loan, 30).overdueDays, 0)
  const late = debtAfter(loan, 31)
  assert.equal(late.overdueDays, 1)
  assert.equal(late.interest, fromRoubles(2480))
  assert.equal(late.penalty, fromRoubles(5.47))
})

test('interest alone reaches the cap of 1.0 on day 125; a contract of before April 2026 runs on to 1.3', () => {
  const open = { ...loanOf(0, 10_000, 30), schedule: [rowOn(addDays(start, 400))] }
  assert.equal(debtAfter(open, 124).capReached, false)
  assert.equal(debtAfter(open, 125).capReached, true)
  assert.equal(debtAfter(open, 300).interest, fromRoubles(10_000))
  const older = { ...open, startDate: date('2026-03-31') }
  assert.equal(debtOn(older, addDays(start, 100), rules).interest, fromRoubles(13_000))
})

test('interest and penalty together never pass the cap, prolonged or not, whatever is paid', () => {
  const payments = fc.array(fc.tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 1, max: 3000 })), {
    maxLength: 6,
  })
  const prolongations = fc.array(fc.tuple(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 60 })), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(payments, prolongations, fc.integer({ min: 0, max: 500 }), (sums, moves, day) => {
      const loan = {
        ...paid(loanOf(0, 10_000, 30), ...(sums as [number, number][])),
        prolongations: moves
          .sort(([a], [b]) => a - b)
          .map(([on, days]) => {
            const dueDate = addDays(start, on + days)
            return { on: addDays(start, on), dueDate, lastDay: dueDate }
          }),
      }
      const debt = debtAfter(loan, day)
      assert.ok(debt.chargedInAll <= 1_000_000)
      assert.ok(debt.principal >= 0 && debt.interest >= 0 && debt.penalty >= 0 && debt.due <= debt.total)
      const money = sums.filter(([at]) => at <= day).reduce((sum, [, amount]) => sum + amount * 100, 0)
      assert.equal(debt.toClose - debt.overpaid, 1_000_000 + debt.chargedInAll - money)
    }),
    { numRuns: 60 },
  )
})

test('a payment covers missed interest, then missed principal, then the penalty (353-ФЗ art. 5 p. 20)', () => {
  const loan = loanOf(0, 10_000, 30)
  const interest = debtAfter(paid(loan, [40, 3000]), 40)
  assert.deepEqual([interest.interest, interest.principal], [fromRoubles(200), fromRoubles(10_000)])
  const principal = debtAfter(paid(loan, [40, 13_000]), 40)
  assert.deepEqual([principal.interest, principal.principal], [0, fromRoubles(200)])
  assert.equal(principal.penalty, debtAfter(loan, 40).penalty)
})

test('of instalments, a missed one is covered before the current one', () => {
  const loan = loanOf(1, 50_000, 12)
  const before = debtAfter(loan, 20)
  const after = debtAfter(paid(loan, [20, Number(before.due) / 100]), 20)
  assert.deepEqual([after.due, after.overdueDays], [0, 0])
  assert.equal(after.interest, before.interest - before.dueInterest)
})

test('who pays by the schedule owes nothing after the last payment, and paid what the offer said', () => {
  for (const loan of [loanOf(0, 15_000, 14), loanOf(1, 50_000, 12), loanOf(1, 199_000, 26)]) {
    const price = quote(
      products[loan.schedule.length > 1 ? 1 : 0]!,
      { amount: loan.principal, term: loan.schedule.length > 1 ? loan.schedule.length : 14, firstLoan: false },
      start,
      rules,
    )
    const payments = price.rows.map((row) => ({ date: row.date, amount: row.payment }))
    const closed = debtOn({ ...loan, payments }, price.lastDate, rules)
    assert.deepEqual([closed.total, closed.overpaid, closed.closedOn], [0, 0, price.lastDate])
    assert.equal(stillToPay(loan, start, rules), price.totalToReturn)
  }
})

test('the next payment is the next row, and what was missed with it', () => {
  const loan = loanOf(1, 50_000, 12)
  const row = nextPayment(loan, start, rules)
  assert.deepEqual(row?.date, addDays(start, 14))
  const missed = nextPayment(loan, addDays(start, 15), rules)
  assert.ok(missed!.amount > 2 * row!.amount)
  assert.equal(nextPayment(paid(loanOf(0, 10_000, 30), [10, 10_800]), addDays(start, 11), rules), null)
})

test('early return: interest for the actual days, and what that saves', () => {
  const back = earlyReturn(loanOf(0, 10_000, 30), addDays(start, 10), rules)
  assert.equal(back.pay, fromRoubles(10_800))
  assert.equal(back.saved, fromRoubles(1600))
  assert.equal(back.withoutNoticeUntil, addDays(start, 14))
})

test('a first loan free to its date costs a penalty after it and no interest, unless the tariff says so', () => {
  const loan = loanOf(0, 10_000, 21, true)
  assert.equal(debtAfter(loan, 21).total, fromRoubles(10_000))
  assert.deepEqual(
    [debtAfter(loan, 52).interest, debtAfter({ ...loan, lateInterest: true }, 24).interest],
    [0, fromRoubles(80)],
  )
})

test('a prolongation: pay the interest now, the rest on the new date', () => {
  const loan = loanOf(0, 10_000, 30)
  const moved = prolongationQuote(loan, 7, addDays(start, 30), rules, calendar)
  assert.equal(moved.payNow, fromRoubles(2400))
  assert.equal(moved.newDueDate, addDays(start, 37))
  assert.equal(moved.totalOnNewDate, fromRoubles(10_560))
  assert.equal(moved.overpaymentInAll, fromRoubles(2960))
  assert.ok(Number(moved.fullCostPercent) > 200 && Number(moved.fullCostPercent) <= 292)
  assert.equal(moved.leftThisYear, 4)
})

test('before the due date the new date counts from the old one, after it from today', () => {
  const loan = loanOf(0, 10_000, 30)
  assert.equal(prolongationQuote(loan, 7, addDays(start, 20), rules, calendar).newDueDate, addDays(start, 37))
  assert.equal(prolongationQuote(loan, 7, addDays(start, 40), rules, calendar).newDueDate, addDays(start, 47))
})

test('a prolonged loan is not overdue until its new date, and its cap is not reset', () => {
  const loan = loanOf(0, 10_000, 30)
  const on: IsoDate = addDays(start, 35)
  const { payNow, newDueDate, newLastDay } = prolongationQuote(loan, 10, on, rules, calendar)
  const prolonged = prolongedLoan(loan, { on, dueDate: newDueDate, lastDay: newLastDay }, payNow)
  assert.deepEqual([debtAfter(prolonged, 35).interest, debtOn(prolonged, newLastDay, rules).overdueDays], [0, 0])
  assert.equal(debtOn(prolonged, addDays(newLastDay, 1), rules).overdueDays, 1)
  assert.equal(debtAfter(prolonged, 500).chargedInAll, fromRoubles(10_000))
})

test('five prolongations a year and no more; none of a closed loan or of instalments', () => {
  let loan = loanOf(0, 10_000, 30)
  for (let time = 1; time <= 5; time += 1) {
    const on = addDays(start, 10 * time)
    assert.equal(prolongationRefusal(loan, on, rules), null)
    const { payNow, newDueDate, newLastDay } = prolongationQuote(loan, 5, on, rules, calendar)
    loan = prolongedLoan(loan, { on, dueDate: newDueDate, lastDay: newLastDay }, payNow)
  }
  assert.equal(prolongationRefusal(loan, addDays(start, 55), rules), 'limitReached')
  assert.equal(prolongationRefusal(loanOf(1, 50_000, 4), addDays(start, 5), rules), 'instalments')
  assert.equal(prolongationRefusal(paid(loanOf(0, 10_000, 30), [10, 10_800]), addDays(start, 11), rules), 'closed')
})
