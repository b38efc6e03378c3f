import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type OpenBench, onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { verifyLedger } from '../ledger/index.ts'
import { paymentsBench } from './payments-bench.ts'

const rouble = 100
const hour = 3_600_000

/** A loan of one payment on 16 March 2026 that is paid by itself; the bench's day is 2 March. */
async function opened(open: OpenBench) {
  const platform = await open()
  const bench = paymentsBench(platform)
  const { actor, loanId, means } = await bench.withCard()
  await bench.autopayOn(actor.id, loanId, means)
  const { payments } = bench
  const turn = async () => {
    await payments.autopay.look()
    await platform.jobs.runDue()
  }
  await turn()
  return {
    ...bench,
    platform,
    actor,
    loanId,
    means,
    turn,
    /** By Moscow's clock. */
    async at(moment: string) {
      platform.clock.set(new Date(`${moment}:00+03:00`).toISOString())
      await turn()
    },
    told: (kind: string) => bench.sent.filter((one) => one.kind === kind).map(({ text }) => text),
    charges: () => [...bench.made.values()].filter(({ order }) => 'token' in order.by).length,
    shown: async () => (await payments.paying(actor.id, loanId)).autopay,
  }
}

onBothDatabases('autopay', (open) => {
  it('tells of it the day before at ten, charges on the date at ten what falls due, and the loan is closed', async () => {
    const { at, told, charges, loans, actor, loanId, platform, lender } = await opened(open)
    await at('2026-03-15T09:59')
    assert.deepEqual(told('autopayTomorrow'), [])
    await at('2026-03-15T10:00')
    await at('2026-03-15T10:01')
    const [text = '', ...more] = told('autopayTomorrow')
    assert.match(text, /завтра, 16 марта 2026, спишем 16\s\d{3}(,\d\d)?\s₽: •• 4477\. Отключить/)
    assert.equal(more.length, 0)
    await at('2026-03-16T09:59')
    assert.equal(charges(), 0)
    await at('2026-03-16T10:00')
    await at('2026-03-16T18:00')
    assert.equal(charges(), 1)
    const loan = await loans.get(actor.id, loanId)
    assert.deepEqual([loan.state, loan.debt.overpaid], ['closed', 0])
    assert.equal((await verifyLedger(platform.db, lender.rules, loans.followed)).ok, true)
  })

  it('of two servers charges once, and never beside a payment whose outcome is not known', async () => {
    const { at, platform, payments, charges, script, start, actor, loanId, means } = await opened(open)
    await at('2026-03-15T10:00')
    script.lose = 5
    await start(actor.id, loanId, { purpose: 'sum', amount: 500 * rouble, way: 'saved', means })
    platform.clock.set('2026-03-16T07:00:00.000Z')
    await platform.jobs.runDue()
    assert.equal(charges(), 1)
    await payments.autopay.look()
    assert.equal(charges(), 1)
    script.lose = 0
    platform.clock.advance(hour / 6)
    await payments.look()
    await Promise.all([payments.autopay.look(), payments.autopay.look(), payments.autopay.look()])
    await platform.jobs.runDue()
    assert.equal(charges(), 2)
  })

  it('that fails is tried five times at its hours, told of, and then is off; nothing more than told is ever charged', async () => {
    const { at, told, charges, script, shown, made } = await opened(open)
    script.charge = 'insufficient_funds'
    await at('2026-03-15T10:00')
    for (const moment of ['03-16T10:00', '03-16T12:00', '03-16T18:00', '03-17T10:00', '03-18T10:00', '03-19T10:00'])
      await at(`2026-${moment}`)
    assert.equal(charges(), 4)
    assert.equal(told('autopayFailed').length, 2, 'only while it is not late')
    assert.match(told('autopayFailed')[0] ?? '', /не получилось\. Повторим 16 марта/)
    await at('2026-03-23T10:00')
    await at('2026-03-24T10:00')
    assert.equal(charges(), 5)
    assert.deepEqual([(await shown())?.on, (await shown())?.ended], [false, 'tries'])
    const sums = [...made.values()].filter(({ order }) => 'token' in order.by).map(({ order }) => order.amount)
    assert.equal(new Set(sums).size, 1)
    assert.equal(told('autopayEnded').length, 1)
  })

  it('ends at once when the bank takes its leave back, when it is switched off in the evening before, or unlinked', async () => {
    const first = await opened(open)
    first.script.charge = 'permission_revoked'
    await first.at('2026-03-15T10:00')
    await first.at('2026-03-16T10:00')
    await first.at('2026-03-16T18:00')
    assert.equal(first.charges(), 1)
    assert.equal((await first.shown())?.ended, 'means')

    const second = await opened(open)
    await second.at('2026-03-15T10:00')
    await second.platform.transact((tx) => second.payments.autopay.off(tx, second.loanId))
    await second.at('2026-03-16T10:00')
    assert.equal(second.charges(), 0)
    assert.equal((await second.shown())?.ended, 'asked')

    const third = await opened(open)
    await third.at('2026-03-15T10:00')
    await third.platform.transact((tx) => third.payments.unlink(tx, third.actor.id, third.means))
    await third.at('2026-03-16T10:00')
    assert.equal(third.charges(), 0)
    assert.equal((await third.shown())?.ended, 'unlinked')
  })

  it('does not charge what was not told: the notice did not arrive, was missed, or the law stops us', async () => {
    const first = await opened(open)
    await first.at('2026-03-15T10:00')
    first.state.undelivered = true
    await first.at('2026-03-16T10:00')
    await first.at('2026-03-16T18:00')
    assert.equal(first.charges(), 0)

    const second = await opened(open)
    // The servers were down the whole day before.
    await second.at('2026-03-16T10:30')
    await second.at('2026-03-16T18:00')
    assert.deepEqual([second.charges(), second.told('autopayTomorrow').length], [0, 0])

    const third = await opened(open)
    await third.at('2026-03-15T10:00')
    third.state.stopped = true
    await third.at('2026-03-16T10:00')
    assert.equal(third.charges(), 0)
    assert.equal((await third.shown())?.ended, 'stopped')
  })

  it('charges what is left where the borrower paid a part meanwhile, and nothing where all is paid', async () => {
    const { at, made, pay, loans, platform, loanId } = await opened(open)
    await at('2026-03-15T10:00')
    await platform.transact((tx) =>
      loans.received(tx, loanId, { provider: 'bank:1', providerId: 'x', amount: 16_000 * rouble }),
    )
    await at('2026-03-16T10:00')
    const charge = [...made.values()].find(({ order }) => 'token' in order.by)
    assert.ok(charge && charge.order.amount < 1000 * rouble)
    assert.ok(pay)
  })

  it('is agreed to for the sum and the text that were shown', async () => {
    const { payments, loans, platform, actor, loanId, means } = await opened(open)
    const agree = (most: number, version: string) =>
      platform.transact(async (tx) =>
        payments.autopay.on(tx, await loans.lock(tx, loanId, actor.id), means, { most, version }),
      )
    await assert.rejects(agree(1, '1'), code('quote_over'))
    const { agreement } = await payments.paying(actor.id, loanId)
    await assert.rejects(agree(agreement?.most ?? 0, '0'), code('state_conflict'))
  })
})
