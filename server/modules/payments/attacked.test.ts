import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { paymentsBench } from './payments-bench.ts'

const hour = 3_600_000

onBothDatabases('payments under attack', (open) => {
  it('one borrower’s links are bounded: each is asked about every few seconds', async () => {
    const { start, running } = paymentsBench(await open())
    const { actor, loanId } = await running()
    for (let sum = 0; sum < 10; sum += 1)
      await start(actor.id, loanId, { purpose: 'sum', amount: 200_00 + sum, way: 'sbp' })
    await assert.rejects(
      start(actor.id, loanId, { purpose: 'sum', amount: 300_00, way: 'sbp' }),
      code('payment_waiting'),
    )
    // The one that was given is given again.
    await start(actor.id, loanId, { purpose: 'sum', amount: 200_00, way: 'sbp' })
  })

  it('however often the payer tells of their own payment, the provider is asked one time after the other', async () => {
    const platform = await open()
    const { start, running, payments, provider } = paymentsBench(platform)
    const { actor, loanId } = await running()
    const { id } = await start(actor.id, loanId, { purpose: 'sum', amount: 500_00, way: 'sbp' })
    await platform.jobs.runDue()
    const { find } = provider
    let found = 0
    provider.find = (...about) => {
      found += 1
      return find(...about)
    }
    for (let time = 0; time < 20; time += 1) await payments.notified({ id: `p-${id}` })
    await platform.jobs.runDue()
    assert.ok(found <= 2, `${found} times`)
  })

  it('invented payments make the provider’s list be read once a minute at most', async () => {
    const platform = await open()
    const { payments, provider } = paymentsBench(platform)
    let read = 0
    provider.listSince = async function* () {
      read += 1
      yield []
    }
    for (let second = 0; second < 120; second += 1) {
      await payments.notified({ id: `invented-${second}` })
      platform.clock.advance(1000)
      await platform.jobs.runDue()
    }
    assert.ok(read >= 1 && read <= 2, `${read} times`)
  })

  it('a call that is never answered is given up once its key is too old to be sent again, and room is made for the next', async () => {
    const platform = await open()
    const { withCard, start, payments, provider } = paymentsBench(platform)
    const { actor, loanId, means } = await withCard()
    let called = 0
    provider.create = async () => {
      called += 1
      throw new Error('away')
    }
    const { id } = await start(actor.id, loanId, { purpose: 'sum', amount: 500_00, way: 'saved', means })
    await platform.jobs.runDue()
    platform.clock.advance(22 * hour)
    await payments.look()
    const before = called
    assert.equal((await payments.payment(actor.id, id)).state, 'checking')
    platform.clock.advance(3 * hour)
    await payments.look()
    const { state, reason } = await payments.payment(actor.id, id)
    assert.deepEqual([state, called], ['cancelled', before])
    assert.match(reason ?? '', /деньги не списаны/)
  })
})
