import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { debtOn } from '#contract/calculation.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { createBookKeeping, verifyLedger } from './index.ts'

const day = 24 * 3_600_000
const rouble = 100

function book(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { ledger, loans, lender } = bench
  const { followed } = loans
  return {
    ...bench,
    keeping: createBookKeeping({ platform, lender, followed }),
    verify: () => verifyLedger(platform.db, lender.rules, followed),
    told: (loanId: string, amount: number, providerId: string, paidAt = platform.clock.now()) =>
      platform.transact((tx) => loans.told(tx, loanId, { provider: 'page', providerId, amount, paidAt })),
    /** Balances of a loan's accounts. */
    async balances(loanId: string) {
      const sums: Record<string, number> = {}
      for (const { lines } of await ledger.postings(loanId))
        for (const [account, amount] of Object.entries(lines)) sums[account] = (sums[account] ?? 0) + (amount ?? 0)
      return (account: string) => (sums[account] ?? 0) + 0
    },
    async equal() {
      const { debit, credit } = await ledger.trialBalance(loans.today())
      assert.equal(debit, credit)
      const verdict = await verifyLedger(platform.db, lender.rules, followed)
      assert.deepEqual(verdict, { ok: true, chains: verdict.ok ? verdict.chains : 0 })
      return debit
    },
  }
}

onBothDatabases('the ledger', (open) => {
  it('a life from the payout to the closing: every kopeck once, the book is the debt after each step', async () => {
    const platform = await open()
    const { running, loans, pay, told, balances, equal, ledger, lender } = book(platform)
    const { actor, loanId } = await running()
    const check = async () => {
      const of = await balances(loanId)
      const followed = (await loans.followed([loanId])).get(loanId)
      const debt = debtOn(followed!.loan, loans.today(), lender.rules)
      assert.equal(of('principal') + of('principalDue'), debt.principal)
      assert.equal(of('received'), 0)
      assert.equal(0 - of('overpaid'), debt.overpaid)
      await equal()
      return { of, debt }
    }
    const opened = await check()
    assert.equal(opened.of('transit:payout'), -15_000 * rouble)
    platform.clock.advance(5 * day)
    await pay(loanId, 5000 * rouble)
    const paid = await check()
    assert.equal(paid.of('interest') + paid.of('interestDue'), paid.debt.interest)
    platform.clock.advance(20 * day)
    await loans.look()
    const late = await check()
    assert.equal(late.of('principal'), 0)
    assert.ok(late.of('principalDue') > 0)
    // Paid in time and heard of fifteen days later: what was written of the days between is reversed, the loan was never that late.
    await told(loanId, 1000 * rouble, 'late-news', new Date(platform.clock.now().getTime() - 15 * day))
    await check()
    const postings = await ledger.postings(loanId)
    assert.ok(postings.some(({ kind }) => kind === 'reversal'))
    const debt = (await loans.get(actor.id, loanId)).debt
    await told(loanId, debt.total + 120 * rouble, 'last')
    const closed = await check()
    assert.equal(closed.debt.overpaid, 120 * rouble)
    assert.equal(closed.of('penalty') + closed.of('interest') + closed.of('interestDue'), 0)
    assert.equal((await loans.get(actor.id, loanId)).state, 'closed')
    // Nothing more happens by itself, and a second reading writes nothing.
    const before = (await ledger.postings(loanId)).length
    platform.clock.advance(60 * day)
    await loans.look()
    assert.equal((await ledger.postings(loanId)).length, before)
  })

  it('money told twenty times at once, with another sum, for another loan, for none: one place each, and somebody is told', async () => {
    const platform = await open()
    const { running, told, equal, balances, ledger, loans } = book(platform)
    const { loanId } = await running()
    await Promise.all(Array.from({ length: 20 }, () => told(loanId, 500 * rouble, 'one')))
    await told(loanId, 900 * rouble, 'one')
    await told('another', 500 * rouble, 'one')
    await Promise.all(Array.from({ length: 5 }, () => told('nobody', 700 * rouble, 'stray')))
    await told('nobody', 7 * rouble, 'stray')
    const of = await balances(loanId)
    assert.equal(of('transit:page'), 500 * rouble)
    const { accounts } = await ledger.trialBalance(loans.today())
    const suspense = accounts.find(({ account }) => account === 'suspense')
    assert.equal(suspense?.credit, 700 * rouble)
    assert.match(await platform.metrics.text(), /ledger_conflicts_total 3/)
    await equal()
  })

  it('cannot be changed, and a changed line, a hole, a lost day or another calculation is found', async () => {
    const platform = await open()
    const { running, verify, keeping, loans, pay } = book(platform)
    const { loanId } = await running()
    platform.clock.advance(2 * day)
    await pay(loanId, 100 * rouble)
    const { db } = platform
    for (const change of ['update posting set number = 9', 'delete from posting_line', 'truncate posting_line'])
      await assert.rejects(sql.raw(change).execute(db), /append-only/)
    const odd = sql`insert into posting_line select id, 'fees', 5 from posting limit 1`
    await assert.rejects(odd.execute(db), /does not sum to zero/)
    await keeping.close()
    assert.equal((await verify()).ok, true)
    await keeping.verify()
    assert.match(await platform.metrics.text(), /ledger_faults 0/)

    const broken = async (change: string, said: RegExp) => {
      await assert.rejects(
        platform.database.db.transaction().execute(async (tx) => {
          await sql`alter table posting disable trigger user`.execute(tx)
          await sql`alter table posting_line disable trigger user`.execute(tx)
          await sql.raw(change).execute(tx)
          const verdict = await verifyLedger(tx as never, rules, loans.followed)
          throw new Error(verdict.ok ? 'nothing found' : verdict.fault)
        }),
        said,
      )
    }
    const { rules } = demoLender()
    await broken('update posting_line set amount = amount + sign(amount)', /hash is another/)
    await broken("update posting set kind = 'due' where kind = 'payment'", /hash is another/)
    await broken(
      'delete from posting_line where posting_id in (select id from posting where number = 1)',
      /hash is another/,
    )
    await sql`update payment set amount = amount + 1`.execute(db)
    const verdict = await verify()
    assert.match(verdict.ok ? '' : verdict.fault, /the calculation says otherwise of allocation/)
  })

  it('closes the days that are over, once, from half past three', async () => {
    const platform = await open()
    const { running, keeping, pay } = book(platform)
    const { loanId } = await running()
    const closed = async () =>
      (await sql<{ day: string }>`select day from book_day order by day`.execute(platform.db)).rows
    await keeping.close()
    assert.deepEqual(await closed(), [])
    platform.clock.set('2026-03-03T00:10:00.000Z')
    await keeping.close()
    assert.deepEqual(await closed(), [])
    platform.clock.set('2026-03-03T00:40:00.000Z')
    await Promise.all([keeping.close(), keeping.close()])
    assert.equal((await closed()).length, 1)
    await pay(loanId, rouble)
    platform.clock.advance(day)
    await keeping.close()
    assert.equal((await closed()).length, 2)
  })
})
