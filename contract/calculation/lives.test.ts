import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { addDays, type IsoDate } from '../dates.ts'
import { validateLender } from '../lender.ts'
import { kopecks } from '../money.ts'
import { largestOverpayment } from './caps.ts'
import { debtOn, scheduleOn } from './debt.ts'
import { fullCostAsPaid } from './earlyReturn.ts'
import { fullCostOfDated } from './fullCost.ts'
import { isFullCost, readDebt } from './independentReading.ts'
import { type Life, life, numberOf } from './randomLives.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { lender } = verdict
const { rules } = lender

/** What both readings say of a day, named alike. */
function both({ loan, read }: Life, day: IsoDate) {
  const mine = debtOn(loan, day, rules)
  const other = readDebt(read, numberOf(day))
  const { principal, interest, penalty, total, due, held, overpaid, overdueDays } = mine
  const rows = scheduleOn(loan, day, rules).map((one) => ({ day: numberOf(one.date), left: one.balance }))
  const closed = mine.closedOn && numberOf(mine.closedOn)
  const said = { principal, interest, penalty, total, due, held, overpaid, overdueDays, closed, rows }
  return { said, other: { ...other, charged: undefined }, charged: [mine.chargedInAll, other.charged] }
}

function groupedByDay(flows: readonly { date: IsoDate; amount: number }[]) {
  const byDay = new Map<IsoDate, { amount: number }[]>()
  for (const flow of flows) byDay.set(flow.date, [...(byDay.get(flow.date) ?? []), flow])
  return byDay
}

const lives = Number(process.env.LIVES ?? 1500)

test(`${lives} random lives: the debt is that of an independent reading, to the kopeck, on every day asked`, (t) => {
  let asked = 0
  let closed = 0
  let held = 0
  let late = 0
  let capped = 0
  let redrawn = 0
  let anew = 0
  const first = Number(process.env.LIVES_FROM ?? 1)
  for (let seed = first; seed < first + lives; seed += 1) {
    const one = life(seed, lender)
    for (const day of one.days) {
      const { said, other, charged } = both(one, day)
      assert.deepEqual({ ...said, charged: undefined }, other, `life ${seed} on ${day}`)
      assert.equal(charged[0], charged[1], `charged in life ${seed} on ${day}`)
      asked += 1
      closed += Number(said.closed !== null)
      held += Number(said.held > 0)
      late += Number(said.overdueDays > 0)
      capped += Number(charged[0] === largestOverpayment(rules, one.loan.principal, one.loan.startDate))
      anew += Number((one.loan.reschedulings ?? []).some(({ on }) => on <= day))
      redrawn += Number(said.rows.length > 1 && said.rows.at(-2)?.left !== one.loan.schedule.at(-2)?.balance)
    }
  }
  t.diagnostic(
    `${lives} lives, ${asked} debts, ${closed} of them closed, ${held} with money held, ${late} late, ${capped} at the cap, ${redrawn} with new rows, ${anew} after a holiday or new terms: 0 kopecks apart`,
  )
  assert.ok([closed, held, late, capped, redrawn, anew].every((count) => count > 0))
})

test(`the full cost of random lives is the root of the formula, to the thousandth of a per cent`, (t) => {
  let asked = 0
  let means = 0
  for (let seed = 1; seed <= lives; seed += 1) {
    const { loan, read } = life(seed, lender)
    const rows = loan.schedule.map((one) => ({ date: one.date, amount: one.payment }))
    const plain = [{ date: loan.startDate, amount: kopecks(-loan.principal) }, ...rows]
    const flows = plain.map((one) => ({ day: numberOf(one.date), sum: one.amount }))
    const thousandths = (percent: string) => Math.round(Number(percent) * 1000)
    assert.ok(isFullCost(thousandths(fullCostOfDated(plain)), flows), `life ${seed}`)
    asked += 1
    const paid = loan.payments.filter((one) => one.date > loan.startDate && one.amount < loan.principal)
    const end = addDays(loan.schedule.at(-1)!.date, 210)
    const last = { date: end, amount: loan.principal }
    const said = fullCostAsPaid({ ...loan, payments: paid }, [last])
    const byDay = groupedByDay([...paid, last])
    const all = [...byDay].map(([day, sums]) => ({
      day: numberOf(day),
      sum: sums.reduce((total, one) => total + one.amount, 0),
    }))
    const lifeFlows = [{ day: read.start, sum: -loan.principal }, ...all.sort((a, b) => a.day - b.day)]
    assert.ok(isFullCost(thousandths(said), lifeFlows), `as paid, life ${seed}`)
    means += Number(all.length === 2)
    asked += 1
  }
  t.diagnostic(`${asked} full costs, ${means} of them of two payments: 0 thousandths of a per cent apart`)
})
