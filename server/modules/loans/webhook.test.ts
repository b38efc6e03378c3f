import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openServer } from '#server/http/server.ts'
import { Secret } from '#server/platform/secret.ts'
import { webhookSignature } from '#server/platform/webhook-signature.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { registerPaymentWebhook } from './webhook.ts'

const key = 'a-key-of-the-payment-page'
const config = { paymentWebhookKeys: [new Secret(key)] }
const rouble = 100

async function page(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const app = await openServer(platform)
  await registerPaymentWebhook(app, platform, bench.loans)
  return {
    ...bench,
    async tell(event: unknown, { id = 'event-1', key: signed = key, sent = '' } = {}) {
      const body = typeof event === 'string' ? event : JSON.stringify(event)
      const timestamp = String(Math.floor(platform.clock.now().getTime() / 1000))
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/service/webhooks/payments',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': timestamp,
          'webhook-signature': `v1,${webhookSignature(signed, id, timestamp, body)}`,
        },
        payload: sent || body,
      })
      return statusCode
    },
  }
}

const paid = (loan: string, amount: number, payment = 'payment-1') => ({
  type: 'payment.succeeded',
  data: { payment, loan, amount },
})

onBothDatabases('the payment page’s webhook', (open) => {
  it('counts a payment once, told twenty times at once, and closes the loan', async () => {
    const { tell, running, loans } = await page(await open({ config }))
    const { actor, loanId } = await running()
    const told = await Promise.all(Array.from({ length: 20 }, () => tell(paid(loanId, 5000 * rouble))))
    assert.ok(told.every((status) => status === 204))
    assert.equal((await loans.get(actor.id, loanId)).debt.total, 10_000 * rouble)
    await tell(paid(loanId, 10_000 * rouble, 'payment-2'))
    assert.equal((await loans.get(actor.id, loanId)).state, 'closed')
  })

  it('has no effect with another key, a changed body, or without a key of ours', async () => {
    const platform = await open({ config })
    const { tell, running, loans } = await page(platform)
    const { actor, loanId } = await running()
    const event = paid(loanId, 5000 * rouble)
    assert.equal(await tell(event, { key: 'somebody-elses-key-entirely' }), 401)
    assert.equal(await tell(event, { sent: JSON.stringify(paid(loanId, 15_000 * rouble)) }), 401)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
    assert.ok(platform.lines.some((line) => line.includes('a payment webhook was refused')))
    const unset = await page(await open())
    assert.equal(await unset.tell(event), 401)
  })

  it('leaves unknown events, unknown loans and garbage alone', async () => {
    const { tell, running, loans } = await page(await open({ config }))
    const { actor, loanId } = await running()
    assert.equal(await tell({ type: 'payment.waiting', data: { loan: loanId } }), 204)
    assert.equal(await tell(paid('nobody’s', 5000 * rouble)), 204)
    assert.equal(await tell(paid(loanId, 0.5)), 204)
    assert.equal(await tell('not json'), 204)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
  })
})
