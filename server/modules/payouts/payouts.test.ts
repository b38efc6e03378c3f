import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { date } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { openServer } from '#server/http/server.ts'
import { newId } from '#server/platform/ids.ts'
import { type PayoutOrder, type PayoutRail, RailTrouble, type Transfer } from '#server/providers/payout/port.ts'
import { sandboxRail } from '#server/providers/payout/sandbox.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { until } from '#server/testing/until.ts'
import { registerPayoutWebhook } from './index.ts'
import { officeList, payoutsBench } from './payouts-bench.ts'
import { mayBePaid, unpayable } from './receiver.ts'

/** A rail that answers what the test has put down, and writes down what it was asked. */
function scripted(answers: (Transfer['state'] | 'lost' | 'refused')[]) {
  const paid: PayoutOrder[] = []
  const looked: (string | null)[] = []
  let last: Transfer = { state: 'pending', id: 'tr-1' }
  const answer = () => {
    const next = answers.shift() ?? last.state
    if (next === 'lost') throw new Error('the answer was lost')
    if (next === 'refused') throw new RailTrouble('ключ не принят (ответ 401)', { nothingMade: true })
    last =
      next === 'cancelled' ? { state: next, id: 'tr-1', reason: 'recipient_not_found' } : { state: next, id: 'tr-1' }
    return last
  }
  const rail: PayoutRail = {
    name: 'scripted',
    takes: ['sbp'],
    checksReceiver: ['sbp'],
    async pay(order) {
      paid.push(order)
      return answer()
    },
    async find(_order, id) {
      looked.push(id)
      return id === null ? null : answer()
    },
    readNotification: (body) => (body as { id?: string } | null)?.id ?? null,
  }
  return { rail, paid, looked }
}

onBothDatabases('a payout', (open) => {
  it('is sent once by twenty workers at once', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    const [job] = platform.jobs.waiting().filter(({ name }) => name === 'payout')
    const payoutId = (job?.data as { payoutId: string } | undefined)?.payoutId ?? ''
    await Promise.all(Array.from({ length: 20 }, () => bench.payouts.work(payoutId)))
    assert.equal(paid.length, 1)
    assert.deepEqual(bench.loans, [id])
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.equal((await bench.current(id)).shown.payout?.state, 'succeeded')
  })

  it('waits while the client’s new phone is too new, says until when, and goes out then; what had gone out is seen through', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['lost', 'succeeded'])
    const until = new Date(platform.clock.now().getTime() + 10_000)
    const heldUntil = () => (until > platform.clock.now() ? until : null)
    const bench = payoutsBench(platform, rail, { heldUntil })
    const { id } = await bench.intended()
    assert.equal((await bench.current(id)).shown.payout?.heldUntil, until.toISOString())
    await platform.jobs.runDue()
    platform.clock.advance(9000)
    await bench.payouts.sweep()
    assert.equal(paid.length, 0)
    platform.clock.advance(1000)
    await bench.payouts.sweep()
    assert.equal(paid.length, 1)
    until.setTime(platform.clock.now().getTime() + 60_000)
    platform.clock.advance(4000)
    await bench.payouts.sweep()
    assert.deepEqual(bench.loans, [id])
  })

  it('with an unknown outcome is asked for under the same key, and says so meanwhile', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['lost', 'lost', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    assert.equal((await bench.current(id)).shown.payout?.state, 'checking')
    for (let n = 0; n < 3; n += 1) {
      platform.clock.advance(4000)
      await bench.payouts.sweep()
    }
    assert.equal(new Set(paid.map(({ key }) => key)).size, 1)
    assert.deepEqual(bench.loans, [id])
  })

  it('that a dead worker left behind is taken over when its minute is over, under the same key', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['succeeded'])
    let hang = true
    const dying: PayoutRail = {
      ...rail,
      pay: (order) => (hang ? new Promise(() => paid.push(order)) : rail.pay(order)),
    }
    const bench = payoutsBench(platform, dying)
    const { id } = await bench.intended()
    void platform.jobs.runDue()
    await until(() => paid.length > 0)
    hang = false
    platform.clock.advance(30_000)
    await bench.payouts.sweep()
    assert.deepEqual(bench.loans, [])
    platform.clock.advance(30_001)
    await bench.payouts.sweep()
    assert.deepEqual(bench.loans, [id])
    assert.equal(new Set(paid.map(({ key }) => key)).size, 1)
  })

  it('that came back tells why, and goes to the new destination under a new key', async () => {
    const platform = await open()
    const bench = payoutsBench(platform, sandboxRail(platform.db, platform.clock))
    const { id } = await bench.intended('+79000000002')
    await platform.jobs.runDue()
    const back = await bench.current(id)
    assert.equal(back.state, 'Payout')
    assert.equal(back.shown.payout?.state, 'cancelled')
    assert.match(back.shown.payout?.reason ?? '', /никого не нашли/)
    assert.equal(bench.cancelled().length, 1)
    await bench.payouts.sweep()
    assert.equal((await bench.current(id)).shown.payout?.state, 'cancelled')
    await bench.redirect(id, '+79000000055')
    await platform.jobs.runDue()
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.deepEqual(bench.loans, [id])
  })

  const outcome = async (platform: TestPlatform) => {
    const { items } = await officeList(platform)
    return items.map(({ state, trouble, attempts }) => ({ state, trouble, attempts: attempts.map((one) => one.state) }))
  }

  it('whose call the rail refuses waits for a person, with the reason, and goes on under the same key', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['refused', 'refused', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    for (let n = 0; n < 3; n += 1) {
      platform.clock.advance(61_000)
      await bench.payouts.sweep()
    }
    assert.equal(paid.length, 1)
    const trouble = 'ключ не принят (ответ 401)'
    assert.deepEqual(await outcome(platform), [{ state: 'refused', trouble, attempts: ['refused'] }])
    assert.match(await platform.metrics.text(), /payouts_open\{state="refused",trouble="yes"\} 1/)
    assert.equal((await bench.current(id)).shown.payout?.state, 'refused')
    await bench.retry(id)
    await platform.jobs.runDue()
    assert.deepEqual(await outcome(platform), [{ state: 'refused', trouble, attempts: ['refused'] }])
    await bench.retry(id)
    await platform.jobs.runDue()
    assert.deepEqual(await outcome(platform), [{ state: 'succeeded', trouble: undefined, attempts: ['succeeded'] }])
    assert.deepEqual([paid.length, new Set(paid.map(({ key }) => key)).size], [3, 1])
    assert.deepEqual(bench.loans, [id])
    await assert.rejects(bench.retry(id), code('state_conflict'))
  })

  it('I4: goes on at the word of two supervisors where there are two, each of the other’s, for this attempt', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['refused', 'refused', 'succeeded'])
    const bench = payoutsBench(platform, rail, { supervisors: 2 })
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    const again = async (who: string) => {
      await bench.retry(id, who)
      await platform.jobs.runDue()
      return paid.length
    }
    assert.equal(await again('anna'), 1)
    const retry = (await officeList(platform)).items.map((payout) => payout.retry?.mayConfirm)
    assert.deepEqual(retry, [true])
    await assert.rejects(again('anna'), code('second_person'))
    assert.equal(await again('boris'), 2)
    // The rail refused again: nobody's word is left over.
    assert.deepEqual(
      (await officeList(platform)).items.map((payout) => payout.retry),
      [undefined],
    )
    assert.equal(await again('boris'), 2)
    assert.equal(await again('anna'), 3)
    assert.deepEqual(bench.loans, [id])
  })

  it('is not taken for unmade when a call is refused after one whose answer was lost', async () => {
    const platform = await open()
    const { rail } = scripted(['lost', 'refused', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    platform.clock.advance(4000)
    await bench.payouts.sweep()
    assert.deepEqual(await outcome(platform), [
      { state: 'checking', trouble: 'ключ не принят (ответ 401)', attempts: ['unknown'] },
    ])
    platform.clock.advance(4000)
    await bench.payouts.sweep()
    assert.equal((await bench.current(id)).state, 'Processed')
  })

  it('takes no other destination while it is under way', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['pending', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    await assert.rejects(bench.redirect(id, '+79000000077'), code('state_conflict'))
    platform.clock.advance(4000)
    await platform.jobs.runDue()
    await bench.payouts.sweep()
    assert.equal(paid.length, 1)
    assert.equal((await bench.current(id)).state, 'Processed')
  })

  it('C1: surely not made, goes where the borrower chooses anew, under a new key', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['refused', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    assert.equal((await bench.current(id)).shown.payout?.state, 'refused')
    await bench.redirect(id, '+79000000077')
    await platform.jobs.runDue()
    assert.deepEqual(
      paid.map(({ destination }) => destination.kind === 'sbp' && destination.phone),
      ['+79000000055', '+79000000077'],
    )
    assert.equal(new Set(paid.map(({ key }) => key)).size, 2)
    const [done] = await outcome(platform)
    assert.deepEqual(done, { state: 'succeeded', trouble: undefined, attempts: ['cancelled', 'succeeded'] })
    assert.deepEqual(bench.loans, [id])
  })

  it('C1: to what the rail does not take is handed back at once, without asking it', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['succeeded'])
    const bench = payoutsBench(platform, { ...rail, takes: ['account'] })
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    assert.equal(paid.length, 0)
    const { payout } = (await bench.current(id)).shown
    assert.equal(payout?.state, 'cancelled')
    assert.match(payout?.reason ?? '', /другой способ/)
    assert.deepEqual(bench.cancelled(), [`${bench.lender.brand.name}: ${payout?.reason}`])
  })

  it('M8: is not sent where the law asks for a comparison of names and the rail makes none; before that day it is', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['succeeded', 'succeeded'])
    const bench = payoutsBench(platform, { ...rail, checksReceiver: ['account'] })
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    assert.equal(paid.length, 0)
    assert.match((await bench.current(id)).shown.payout?.reason ?? '', /имя получателя/)
    const { lender } = bench
    const on = (day: string, kind: 'sbp' | 'card') =>
      unpayable(kind, { ...rail, checksReceiver: [] }, lender.rules, date(day))
    assert.deepEqual(
      [on('2025-08-31', 'sbp'), on('2025-09-01', 'sbp'), on('2025-08-31', 'card')],
      [null, 'receiver_not_checked', 'destination_not_taken'],
    )
    const starts = (methods: Lender['flow']['payoutMethods']) =>
      mayBePaid(rail, { ...lender, flow: { ...lender.flow, payoutMethods: methods } }, platform.clock.now())
    starts(['sbp'])
    assert.throws(() => starts(['sbp', 'account']), /names account, which scripted cannot pay to/)
    assert.throws(
      () =>
        mayBePaid(
          { ...rail, checksReceiver: [] },
          { ...lender, flow: { ...lender.flow, payoutMethods: ['sbp'] } },
          platform.clock.now(),
        ),
      /names sbp, where scripted does not compare/,
    )
  })

  it('M17: money that came back waits 30 days for another way; then there is no loan, the borrower is told once, and nothing goes out', async () => {
    const platform = await open()
    const { rail, paid } = scripted(['cancelled', 'cancelled', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const [given, renamed] = [await bench.intended(), await bench.intended('+79000000056')]
    await platform.jobs.runDue()
    platform.clock.advance(30 * 24 * 3_600_000 - 1)
    await bench.payouts.sweepAbandoned()
    assert.equal((await bench.current(given.id)).state, 'Payout')
    await bench.redirect(renamed.id, '+79000000057')
    platform.clock.advance(1)
    await Promise.all([bench.payouts.sweepAbandoned(), bench.payouts.sweepAbandoned()])
    const request = await bench.current(given.id)
    assert.deepEqual(
      [request.state, request.shown.rejection, request.shown.payout],
      ['Rejected', { reason: 'offerOver' }, undefined],
    )
    assert.equal(bench.sent.filter(({ kind }) => kind === 'payoutAbandoned').length, 1)
    await assert.rejects(bench.retry(given.id), code('state_conflict'))
    await platform.jobs.runDue()
    assert.equal((await bench.current(renamed.id)).state, 'Processed')
    assert.equal(paid.length, 3)
    assert.deepEqual(bench.loans, [renamed.id])
  })

  it('is read again when a notification names it; others change nothing', async () => {
    const platform = await open()
    const { rail, looked } = scripted(['pending', 'succeeded'])
    const bench = payoutsBench(platform, rail)
    const app = await openServer(platform)
    registerPayoutWebhook(app, bench.payouts)
    const tell = async (body: unknown) =>
      (
        await app.inject({
          method: 'POST',
          url: '/service/webhooks/payouts',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify(body),
        })
      ).statusCode
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    for (const body of [{}, { id: newId() }, null, []]) assert.equal(await tell(body), 200)
    assert.deepEqual(looked, [])
    assert.equal((await bench.current(id)).state, 'Payout')
    const told = await Promise.all(Array.from({ length: 5 }, () => tell({ id: 'tr-1' })))
    assert.ok(told.every((status) => status === 200))
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.deepEqual(bench.loans, [id])
  })

  it('M17: is given up while no money is under way, and at no other time', async () => {
    const platform = await open()
    const bench = payoutsBench(platform, scripted([]).rail)
    const give = (id: string) =>
      platform.transact(async (tx) => {
        const { client_id: clientId } = await bench.requests.lock(tx, id)
        await tx.emit('contract.givenUp', { requestId: id, clientId })
      })
    const set = (id: string, state: string) =>
      sql`update payout set state = ${state} where request_id = ${id}`.execute(platform.db)
    const { id } = await bench.intended()
    for (const state of ['sent', 'checking', 'refused', 'succeeded']) {
      await set(id, state)
      await assert.rejects(give(id), code('state_conflict'), state)
    }
    for (const state of ['preparing', 'cancelled', 'unfunded']) {
      await set(id, state)
      await give(id)
      await platform.jobs.runDue()
      const { rows } = await sql<{ state: string }>`select state from payout where request_id = ${id}`.execute(
        platform.db,
      )
      assert.equal(rows[0]?.state, 'withdrawn')
      await assert.rejects(bench.retry(id), code('state_conflict'))
    }
    assert.deepEqual(bench.loans, [])
  })
})
