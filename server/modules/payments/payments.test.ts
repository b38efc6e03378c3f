import assert from 'node:assert/strict'
import { it } from 'node:test'
import { date } from '#contract/dates.ts'
import { type OpenBench, onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { verifyLedger } from '../ledger/index.ts'
import { paymentsBench } from './payments-bench.ts'

const rouble = 100
const minute = 60_000

async function opened(open: OpenBench) {
  const platform = await open()
  const bench = paymentsBench(platform)
  const { ledger, loans, lender } = bench
  return {
    ...bench,
    platform,
    /** The book is whole and says what the calculation says. */
    async equal() {
      const { debit, credit } = await ledger.trialBalance(date('9999-12-31'))
      assert.equal(debit, credit)
      assert.equal((await verifyLedger(platform.db, lender.rules, loans.followed)).ok, true)
    },
    async balance(account: string) {
      const { accounts } = await ledger.trialBalance(date('9999-12-31'))
      const one = accounts.find((sum) => sum.account === account)
      return one ? one.debit - one.credit : 0
    },
  }
}

onBothDatabases('a payment inside the product', (open) => {
  it('is begun once, paid by a link, told of twenty times at once, late and from the list: booked once, from the payer’s day', async () => {
    const { platform, running, start, payments, loans, pay, last, asked, equal } = await opened(open)
    const { actor, loanId } = await running()
    const begun = await start(actor.id, loanId, { purpose: 'sum', amount: 5000 * rouble, way: 'sbp' })
    assert.equal(begun.state, 'starting')
    // A second tap is the same link.
    assert.equal((await start(actor.id, loanId, { purpose: 'sum', amount: 5000 * rouble, way: 'sbp' })).id, begun.id)
    await platform.jobs.runDue()
    const waiting = await payments.payment(actor.id, begun.id)
    assert.deepEqual([waiting.state, waiting.link], ['waiting', `https://pay.example/${begun.id}`])
    pay(last())
    platform.clock.advance(3 * 24 * 60 * minute)
    await Promise.all(Array.from({ length: 20 }, () => payments.notified({ id: `p-${begun.id}` })))
    await Promise.all([platform.jobs.runDue(), payments.look(), payments.sweep()])
    await payments.sweep()
    assert.equal((await payments.payment(actor.id, begun.id)).state, 'succeeded')
    const { payments: booked } = await loans.get(actor.id, loanId)
    assert.deepEqual(
      booked.map(({ amount, date }) => [amount, date]),
      [[5000 * rouble, '2026-03-02']],
    )
    assert.equal(asked.create, 1)
    await equal()
  })

  it('is found on whatever page of the provider’s list, behind one that cannot be taken up', async () => {
    const { platform, running, start, payments, provider, loans, pay, last } = await opened(open)
    const { actor, loanId } = await running()
    const { id } = await start(actor.id, loanId, { purpose: 'sum', amount: 500 * rouble, way: 'sbp' })
    await platform.jobs.runDue()
    pay(last())
    const { listSince } = provider
    const broken = { key: null, loan: loanId, amount: Number.NaN, state: 'succeeded', saved: null } as const
    provider.listSince = async function* (from) {
      for (let page = 0; page < 60; page += 1) yield [{ ...broken, id: `broken-${page}`, paidAt: platform.clock.now() }]
      yield* listSince(from)
    }
    await assert.rejects(payments.sweep(), /60 payments/)
    assert.equal((await payments.payment(actor.id, id)).state, 'succeeded')
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 1)
  })

  it('with a lost answer is asked about and made under the same key; nobody else sees it', async () => {
    const { platform, running, start, payments, script, made, pay, last } = await opened(open)
    const { actor, loanId } = await running()
    script.lose = 1
    const { id } = await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way: 'card' })
    await platform.jobs.runDue()
    assert.equal((await payments.payment(actor.id, id)).state, 'checking')
    platform.clock.advance(3000)
    await payments.look()
    assert.equal((await payments.payment(actor.id, id)).state, 'waiting')
    assert.equal(made.size, 1)
    pay(last())
    platform.clock.advance(3000)
    await payments.look()
    assert.equal((await payments.payment(actor.id, id)).state, 'succeeded')
    await assert.rejects(payments.payment('somebody', id), code('not_found'))
    const strangers = start('somebody', loanId, { purpose: 'sum', amount: 100, way: 'card' })
    await assert.rejects(strangers, code('not_found'))
  })

  it('asks for the very sum that was shown, and for none beyond the debt', async () => {
    const { running, start } = await opened(open)
    const { actor, loanId } = await running()
    const refused = (asked: Parameters<typeof start>[2], why: string) =>
      assert.rejects(start(actor.id, loanId, asked), code(why))
    await refused({ purpose: 'whole', amount: 14_999 * rouble, way: 'card' }, 'quote_over')
    await refused({ purpose: 'due', amount: 1, way: 'card' }, 'quote_over')
    await refused({ purpose: 'part', amount: 100 * rouble, way: 'card' }, 'quote_over')
    await refused({ purpose: 'sum', amount: 99, way: 'card' }, 'bad_request')
    await refused({ purpose: 'sum', amount: 15_001 * rouble, way: 'card' }, 'bad_request')
    await refused({ purpose: 'sum', amount: 500, way: 'saved', means: 'nobody’s' }, 'not_found')
  })

  it('of another sum than was asked for, of a loan closed meanwhile, or of no order at all waits in suspense, and is told of', async () => {
    const { platform, running, start, payments, loans, pay, last, provider, sent, equal, balance } = await opened(open)
    const { actor, loanId } = await running()
    const whole = await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way: 'card' })
    await platform.jobs.runDue()
    const first = last()
    const other = await start(actor.id, loanId, { purpose: 'sum', amount: 500 * rouble, way: 'sbp' })
    await platform.jobs.runDue()
    const second = last()
    pay(second, platform.clock.now(), 400 * rouble)
    platform.clock.advance(3000)
    await payments.look()
    assert.deepEqual(
      (await payments.paying(actor.id, loanId)).back.map(({ reason }) => reason),
      ['otherSum'],
    )
    assert.equal((await payments.payment(actor.id, other.id)).state, 'succeeded')
    const third = await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way: 'sbp' })
    await platform.jobs.runDue()
    const twin = last()
    pay(first)
    pay(twin)
    platform.clock.advance(3000)
    await payments.look()
    assert.equal((await loans.get(actor.id, loanId)).state, 'closed')
    assert.deepEqual(
      (await Promise.all([whole, third].map(({ id }) => payments.payment(actor.id, id)))).map(({ state }) => state),
      ['succeeded', 'succeeded'],
    )
    assert.match(sent.at(-1)?.text ?? '', /платить было не за что/)
    // One whose order a restored backup has forgotten: the provider knows the loan.
    const stranger = { ...first, key: 'forgotten', loan: 'no such loan' }
    await provider.create(stranger)
    pay(stranger)
    await payments.notified({ id: 'p-forgotten' })
    platform.clock.advance(minute)
    await platform.jobs.runDue()
    assert.equal(await loans.inSuspense(), 3)
    assert.equal(await balance('suspense'), -(400 + 15_000 + 15_000) * rouble)
    assert.equal(platform.lines.filter((line) => line.includes('waits in suspense')).length, 3)
    await equal()
  })

  it('refused by the provider is certainly not made: the person is told, the office is told why', async () => {
    const { platform, running, start, payments, provider } = await opened(open)
    const { RailTrouble } = await import('#server/providers/payment/port.ts')
    provider.create = async () => {
      throw new RailTrouble('ключ не принят (ответ 401)', { nothingMade: true })
    }
    const { actor, loanId } = await running()
    const { id } = await start(actor.id, loanId, { purpose: 'sum', amount: 500 * rouble, way: 'card' })
    await platform.jobs.runDue()
    assert.equal((await payments.payment(actor.id, id)).state, 'refused')
    assert.ok(platform.lines.some((line) => line.includes('the payment provider refuses our calls')))
  })
})

onBothDatabases('a saved means', (open) => {
  it('is charged in one tap, once by two windows; unlinked it is never charged, and its token is gone', async () => {
    const { platform, withCard, start, payments, loans, asked, made } = await opened(open)
    const { actor, loanId, means } = await withCard()
    assert.ok(means)
    const tap = () => start(actor.id, loanId, { purpose: 'sum', amount: 700 * rouble, way: 'saved', means })
    const told = await Promise.allSettled([tap(), tap(), tap()])
    assert.equal(told.filter(({ status }) => status === 'fulfilled').length, 1)
    await platform.jobs.runDue()
    assert.deepEqual(
      new Set((await loans.get(actor.id, loanId)).payments.map(({ amount }) => amount)),
      new Set([10_000, 70_000]),
    )
    // Begun, and unlinked before any worker took it up: not charged.
    await tap()
    await platform.transact((tx) => payments.unlink(tx, actor.id, means))
    const before = asked.create
    await platform.jobs.runDue()
    assert.equal(asked.create, before)
    assert.equal(made.size, 2)
    await assert.rejects(tap(), code('not_found'))
    assert.deepEqual((await payments.paying(actor.id, loanId)).means, [])
  })

  it('with a lost answer and unlinked then is only asked about: the call is never made again', async () => {
    const { platform, withCard, start, payments, script, asked, made } = await opened(open)
    const { actor, loanId, means } = await withCard()
    script.lose = 1
    const { id } = await start(actor.id, loanId, { purpose: 'sum', amount: 700 * rouble, way: 'saved', means })
    await platform.jobs.runDue()
    await platform.transact((tx) => payments.unlink(tx, actor.id, means))
    // The call never arrived there.
    made.delete(id)
    const before = asked.create
    for (let n = 0; n < 3; n += 1) {
      platform.clock.advance(31 * minute)
      await payments.look()
    }
    assert.equal(asked.create, before)
    assert.equal((await payments.payment(actor.id, id)).state, 'cancelled')
  })
})

onBothDatabases('money given back', (open) => {
  it('goes back once at the word of two, by a lost answer too; the book and the borrower are told', async () => {
    const { platform, running, start, payments, loans, pay, last, refunds, script, sent, equal, balance } =
      await opened(open)
    const { actor, loanId } = await running()
    for (const way of ['card', 'sbp'] as const) {
      await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way })
      await platform.jobs.runDue()
      pay(last())
    }
    platform.clock.advance(3000)
    await payments.look()
    const [waiting] = (await payments.paying(actor.id, loanId)).back
    assert.equal(waiting?.reason, 'closedLoan')
    await platform.transact((tx) => loans.askRefund(tx, actor.id, waiting?.id ?? ''))
    assert.equal((await payments.paying(actor.id, loanId)).back[0]?.asked, true)
    script.refund = 'lost'
    await platform.transact((tx) => loans.orderRefund(tx, waiting?.id ?? ''))
    const again = platform.transact((tx) => loans.orderRefund(tx, waiting?.id ?? ''))
    await assert.rejects(again, code('state_conflict'))
    assert.equal(await balance('refunds'), -15_000 * rouble)
    await Promise.all([payments.lookAtRefunds(), payments.lookAtRefunds()])
    platform.clock.advance(3000)
    await payments.lookAtRefunds()
    assert.equal(refunds.size, 1)
    assert.equal((await balance('refunds')) + (await balance('suspense')), 0)
    assert.equal(await balance('transit:scripted'), 15_000 * rouble)
    assert.match(sent.at(-1)?.text ?? '', /вернули 15\s000\s₽/)
    assert.deepEqual((await payments.paying(actor.id, loanId)).back, [])
    await equal()
  })

  it('a refund the provider refused waits for a person, is asked for again by a word, and goes back once', async () => {
    const { platform, running, start, payments, loans, pay, last, refunds, script, asked, balance } = await opened(open)
    const { actor, loanId } = await running()
    for (const way of ['card', 'sbp'] as const) {
      await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way })
      await platform.jobs.runDue()
      pay(last())
    }
    platform.clock.advance(3000)
    await payments.look()
    const [waiting] = (await payments.paying(actor.id, loanId)).back
    script.refund = 'refused'
    const refund = await platform.transact((tx) => loans.orderRefund(tx, waiting?.id ?? ''))
    const retry = () => platform.transact((tx) => loans.retryRefund(tx, refund, 'vera'))
    await assert.rejects(retry(), code('state_conflict'), 'it is under way')
    const look = async () => {
      platform.clock.advance(3600_000)
      await payments.lookAtRefunds()
    }
    await look()
    await look()
    assert.equal(asked.refund, 1, 'a refusal is not asked again by itself')
    assert.deepEqual(
      (await loans.refusedRefunds()).map(({ id, trouble }) => [id, trouble]),
      [[refund, 'shop_blocked']],
    )
    script.refund = 'succeeded'
    const both = await Promise.allSettled([retry(), retry()])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    await look()
    assert.deepEqual([refunds.size, await loans.refusedRefunds()], [1, []])
    assert.equal(await balance('refunds'), 0)
    await assert.rejects(retry(), code('state_conflict'))
    await assert.rejects(
      platform.transact((tx) => loans.retryRefund(tx, 'none', 'vera')),
      code('not_found'),
    )
  })

  it('paid beyond the debt leaves the loan’s own account; a refund that comes back puts it there again', async () => {
    const { platform, running, start, payments, loans, pay, last, script, equal, balance } = await opened(open)
    const { actor, loanId } = await running()
    await start(actor.id, loanId, { purpose: 'whole', amount: 15_000 * rouble, way: 'card' })
    await platform.jobs.runDue()
    const order = last()
    // Somebody paid a part at the bank meanwhile.
    await platform.transact((tx) =>
      loans.received(tx, loanId, { provider: 'bank:1', providerId: 'line', amount: 120 * rouble }),
    )
    pay(order)
    platform.clock.advance(3000)
    await payments.look()
    const [over] = (await payments.paying(actor.id, loanId)).back
    assert.deepEqual([over?.amount, over?.reason], [120 * rouble, 'overpaid'])
    script.refund = 'cancelled'
    await platform.transact((tx) => loans.orderRefund(tx, over?.id ?? ''))
    assert.equal((await loans.get(actor.id, loanId)).debt.overpaid, 0)
    await payments.lookAtRefunds()
    assert.equal((await loans.get(actor.id, loanId)).debt.overpaid, 120 * rouble)
    assert.equal(await balance('overpaid'), -120 * rouble)
    assert.equal((await payments.paying(actor.id, loanId)).back.length, 1)
    await equal()
  })
})
