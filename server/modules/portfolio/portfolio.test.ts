import assert from 'node:assert/strict'
import { it } from 'node:test'
import { debtOn } from '#contract/calculation.ts'
import { addDays, date, type IsoDate } from '#contract/dates.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { csvOf } from '../reports/index.ts'
import { portfolioTables } from './routes.ts'

const day = 24 * 3_600_000
const rouble = 100

onBothDatabases('the portfolio', (open) => {
  it('each figure is what the loans and the book say, counted again by hand', async () => {
    const platform = await open()
    const { running, pay, loans, ledger, lender } = prolongationsBench(platform)
    const people: string[] = []
    const lend = async () => {
      const { actor, loanId } = await running()
      people.push(actor.id)
      return loanId
    }
    const [never, , part] = [await lend(), await lend(), await lend()]
    const prompt = await lend()
    platform.clock.advance(10 * day)
    await pay(prompt, 16_200 * rouble)
    platform.clock.advance(7 * day)
    await pay(part, 5000 * rouble)
    for (let passed = 0; passed < 90; passed += 10) {
      await loans.look()
      platform.clock.advance(10 * day)
      if (passed === 30) await lend()
    }
    await loans.look()
    const today = loans.today()
    const tables = new Map((await portfolioTables(platform, today)).map((table) => [table.name, table]))
    const all = (await Promise.all(people.map((id) => loans.ofAccounts([id])))).flat()
    const debts = (on: IsoDate) =>
      all
        .filter(({ loan }) => loan.startDate <= on)
        .map((one) => ({ ...one, debt: debtOn(one.loan, on, lender.rules) }))
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

    const buckets = tables.get('buckets')!
    const now = debts(today)
    assert.equal(buckets.facts[1]?.value, sum(now.map(({ debt }) => debt.principal)))
    for (const [index, [from, to]] of [
      [1, 3],
      [4, 7],
      [8, 30],
      [31, 60],
      [61, 90],
      [91, 9999],
    ].entries()) {
      const here = now.filter(({ debt }) => debt.overdueDays >= from! && debt.overdueDays <= to!)
      const [, count, principal, due] = buckets.rows[index + 1]!
      assert.deepEqual(
        [count, principal, due],
        [here.length, sum(here.map(({ debt }) => debt.principal)), sum(here.map(({ debt }) => debt.due))],
      )
    }
    assert.ok((buckets.facts[3]?.value ?? 0) > 0)

    const months = tables.get('months')!.rows
    const column = (at: number) => sum(months.map((row) => Number(row[at])))
    assert.equal(column(2), 5 * 15_000 * rouble)
    assert.equal(column(1), 5)
    assert.equal(
      column(5) + column(6) + column(7),
      21_200 * rouble - sum(now.map(({ debt }) => debt.overpaid + debt.held)),
    )
    // The book writes what runs when something happens and at each end of a month: whole months are whole.
    const whole = months.filter(([month]) => month !== `${today.slice(5, 7)}.${today.slice(0, 4)}`)
    const charged = sum(whole.map((row) => Number(row[3]) + Number(row[4])))
    assert.equal(charged, sum(debts(date('2026-05-31')).map(({ debt }) => debt.chargedInAll)))
    const { accounts } = await ledger.trialBalance(today)
    const balance = (name: string) =>
      sum(accounts.filter(({ account }) => account === name).map((one) => one.debit - one.credit))
    assert.equal(column(2) - column(5), balance('principal') + balance('principalDue'))

    const ends = ['2026-03-31', '2026-04-30', '2026-05-31'].map(date)
    const vintages = tables.get('vintages')!.rows
    const [march] = vintages
    const issuedInMarch = all.filter(({ loan }) => loan.startDate < '2026-04-01')
    const bad = issuedInMarch.map(({ loan }) => {
      const end = ends.find((on) => debtOn(loan, on, lender.rules).overdueDays > 30)
      return end ? { end, principal: debtOn(loan, end, lender.rules).principal } : null
    })
    const share = (by: string) =>
      (sum(bad.map((one) => (one && one.end <= by ? one.principal : 0))) * 100) /
      (issuedInMarch.length * 15_000 * rouble)
    assert.deepEqual([march?.[2], march?.[3]], [share('2026-04-30'), share('2026-05-31')])
    assert.ok(share('2026-04-30') > 0)

    const first = tables.get('firstPayments')!.rows[0]!
    const lastDay = (id: string) => all.find((one) => one.id === id)!.loan.schedule[0]!.lastDay
    const missed = (days: number) =>
      (issuedInMarch.filter(
        ({ id, loan }) => debtOn(loan, addDays(lastDay(id), days), lender.rules).overdueDays === days,
      ).length *
        100) /
      issuedInMarch.length
    assert.deepEqual(first.slice(2), [missed(1), missed(5), missed(30)])
    assert.ok(missed(1) > 0 && missed(1) < 100)

    const rolls = tables.get('rolls')!.rows
    const wasLate = debts(ends[1]!).filter(({ debt }) => debt.overdueDays >= 31 && debt.overdueDays <= 60)
    const row = rolls.find(([name]) => name === '31–60 дней')!
    assert.equal(row[1], sum(wasLate.map(({ debt }) => debt.principal)))
    const stillHere = wasLate.filter(({ loan }) => {
      const { overdueDays } = debtOn(loan, ends[2]!, lender.rules)
      return overdueDays >= 61 && overdueDays <= 90
    })
    assert.equal(row[6], (sum(stillHere.map(({ debt }) => debt.principal)) * 100) / Number(row[1]))

    await pay(never, 40_000 * rouble)
    const kept = await portfolioTables(platform, today)
    assert.notDeepEqual(kept[0]?.rows, buckets.rows, 'a payment is seen at once')
    const csv = csvOf(kept[1]!, 'x')
    assert.match(csv, /^\ufeffМесяц;Займов;Выдано, ₽;/)
    assert.match(csv, /\r\n03\.2026;4;60000;/)
    assert.match(csv, /;\d+,\d+;/)
  })

  it('a payment that was paid earlier than it was heard of takes months back', async () => {
    const platform = await open()
    const { running, loans } = prolongationsBench(platform)
    const { loanId } = await running()
    platform.clock.advance(75 * day)
    await loans.look()
    const rows = async () => (await portfolioTables(platform, loans.today()))[4]?.rows.length
    assert.equal(await rows(), 1)
    const paidAt = new Date('2026-03-10T12:00:00Z')
    await platform.transact((tx) =>
      loans.received(tx, loanId, { provider: 'bank:1', providerId: 'late', amount: 20_000 * rouble, paidAt }),
    )
    assert.equal(await rows(), 0)
  })
})
