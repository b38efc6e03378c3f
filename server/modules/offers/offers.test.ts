import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { lifeBench } from './life-bench.ts'

onBothDatabases('offers', (open) => {
  it('goes from an approved review to the payout', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const approved = await life.current(id)
    assert.equal(approved.state, 'Approved')
    assert.equal(approved.shown.offerUntil, '2026-03-10')
    const offer = await life.offers.view(approved)
    assert.equal(offer.amount, 1_500_000)
    assert.equal(offer.totalToReturn, 1_668_000)
    assert.equal(offer.fullCostPercent, '292.000')
    assert.deepEqual(
      offer.documents.map(({ kind }) => kind),
      ['conditions', 'schedule'],
    )
    const frozen = await life.code(actor, id)
    const signed = await life.sign(actor, id, frozen.package)
    assert.equal(signed.state, 'Payout')
    assert.deepEqual(life.paid, [{ requestId: id, amount: 1_500_000 }])
    const sms = life.sent.find(({ kind }) => kind === 'signingCode')?.text ?? ''
    assert.match(sms, /15 000 ₽, 14 дней/)
    assert.match(sms, /Никому/)
    assert.doesNotMatch(sms, /http|\//)
  })
})
