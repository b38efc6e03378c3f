import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { PayoutOrder, PayoutRail } from '#server/providers/payout/port.ts'
import { sandboxRail } from '#server/providers/payout/sandbox.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { officeList, payoutsBench } from './payouts-bench.ts'

const outcome = async (platform: TestPlatform) =>
  (await officeList(platform)).items.map(({ state, trouble, attempts }) => [state, trouble, attempts.length])

onBothDatabases('A payout there is no money for', (open) => {
  it('O8: waits for the staff and is sent anew to the same place; its owner chooses nothing and is told once', async () => {
    const platform = await open()
    const paid: PayoutOrder[] = []
    const fates = ['insufficient_funds', 'insufficient_funds', null] as const
    const poor: PayoutRail = {
      ...sandboxRail(platform.db, platform.clock),
      async pay(order) {
        const reason = fates[paid.push(order) - 1]
        const id = `tr-${paid.length}`
        return reason ? { state: 'cancelled', id, reason } : { state: 'succeeded', id }
      },
    }
    const bench = payoutsBench(platform, poor)
    const { id } = await bench.intended()
    await platform.jobs.runDue()
    const trouble = 'не хватило денег на нашем счёте'
    assert.deepEqual(await outcome(platform), [['unfunded', trouble, 1]])
    assert.match(await platform.metrics.text(), /payouts_open\{state="unfunded",trouble="yes"\} 1/)
    const seen = await bench.current(id)
    assert.deepEqual(
      [seen.state, seen.shown.payout?.state, seen.shown.payout?.reason],
      ['Payout', 'unfunded', undefined],
    )
    await assert.rejects(bench.redirect(id, '+79000000077'), code('state_conflict'))
    platform.clock.advance(31 * 86_400_000)
    await bench.payouts.sweep()
    await bench.payouts.sweepAbandoned()
    assert.equal(paid.length, 1)
    await bench.retry(id)
    await platform.jobs.runDue()
    assert.deepEqual(await outcome(platform), [['unfunded', trouble, 2]])
    const told = () => bench.sent.filter(({ kind }) => kind === 'payoutDelayed' || kind === 'payoutCancelled')
    assert.deepEqual(
      told().map(({ kind }) => kind),
      ['payoutDelayed'],
    )
    assert.match(told()[0]?.text ?? '', /делать ничего не нужно/)
    await bench.retry(id)
    await platform.jobs.runDue()
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.deepEqual(bench.loans, [id])
    assert.equal(new Set(paid.map(({ key }) => key)).size, 3)
    assert.equal(new Set(paid.map(({ destination }) => JSON.stringify(destination))).size, 1)
  })
})
