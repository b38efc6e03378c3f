import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, earlier, type IsoDate, later } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { largestOverpayment } from './caps.ts'
import { debtOn } from './debt.ts'
import { type LoanAccount, type Movement, movementsOf } from './movements.ts'
import { life } from './randomLives.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { lender } = verdict
const { rules } = lender

const lives = Number(process.env.LIVES ?? 400)

/** The lines of movements summed by account, from the payout on. */
function summed(principal: number, movements: readonly Movement[]) {
  const sums = new Map<LoanAccount, number>([['principal', principal]])
  for (const { lines } of movements)
    for (const [account, sum] of Object.entries(lines) as [LoanAccount, number][])
      sums.set(account, (sums.get(account) ?? 0) + sum)
  return (account: LoanAccount) => sums.get(account) ?? 0
}

test(`${lives} random lives: each movement sums to 0, all of them are the debt, part by part, on every day asked`, (t) => {
  let asked = 0
  let written = 0
  for (let seed = 1; seed <= lives; seed += 1) {
    const { loan, days } = life(seed, lender)
    const paidBy = (day: IsoDate) =>
      loan.payments.reduce((all, { date, amount }) => (date <= day ? all + amount : all), 0)
    for (const day of days) {
      const movements = movementsOf(loan, day, rules)
      for (const { kind, lines, ...rest } of movements) {
        const sum = Object.values(lines).reduce((all, line) => all + line, 0)
        assert.equal(sum, 0, `life ${seed}: ${kind} of ${rest.day}`)
        assert.ok(Object.keys(lines).length > 1)
      }
      const of = summed(loan.principal, movements)
      const debt = debtOn(loan, day, rules)
      const said = {
        principal: of('principal') + of('principalDue'),
        due: of('principalDue') + of('interestDue'),
        interest: of('interest') + of('interestDue'),
        penalty: of('penalty'),
        held: 0 - of('held'),
        overpaid: 0 - of('overpaid'),
        charged: 0 - of('incomeInterest') - of('incomePenalty'),
        received: of('received'),
      }
      const { principal, due, interest, penalty, held, overpaid, chargedInAll: charged } = debt
      // What came went out of `received` again: the fact's own posting brings it in.
      const received = paidBy(day)
      assert.deepEqual(
        said,
        { principal, due, interest, penalty, held, overpaid, charged, received },
        `life ${seed} on ${day}`,
      )
      assert.ok(charged <= largestOverpayment(rules, loan.principal, loan.startDate))
      asked += 1
      written += movements.length
    }
  }
  t.diagnostic(`${lives} lives, ${asked} days, ${written} movements: 0 kopecks apart`)
})

test('what is written by a day is the beginning of what is written by any later one', () => {
  for (let seed = 1; seed <= lives; seed += 1) {
    const { loan, days } = life(seed, lender)
    const end = days.reduce(later)
    const all = movementsOf(loan, addDays(end, 1), rules)
    for (const day of days) {
      const posted = movementsOf(loan, earlier(day, end), rules).filter(({ open }) => !open)
      assert.deepEqual(
        posted,
        all.slice(0, posted.length).map((one) => ({ ...one, open: false })),
        `life ${seed} on ${day}`,
      )
      assert.ok(all.slice(posted.length).every((one) => one.day > day || one.open))
    }
  }
})
