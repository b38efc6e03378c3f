import assert from 'node:assert/strict'
import { it } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { openServer } from '#server/http/server.ts'
import { Secret } from '#server/platform/secret.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { registerPaymentWebhook } from './webhook.ts'

const keyOf = (text: string) => `whsec_${Buffer.from(text.padEnd(32, '.')).toString('base64')}`
const key = keyOf('of the payment page')
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
      const now = platform.clock.now()
      const { statusCode } = await app.inject({
        method: 'POST',
        url: '/service/webhooks/payments',
        headers: {
          'content-type': 'application/json',
          'webhook-id': id,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          // Signed by the public library, as a provider would.
          'webhook-signature': new Webhook(signed).sign(id, now, body),
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
    assert.equal(await tell(event, { key: keyOf('of somebody else') }), 401)
    assert.equal(await tell(event, { sent: JSON.stringify(paid(loanId, 15_000 * rouble)) }), 401)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
    assert.ok(platform.lines.some((line) => line.includes('a payment webhook was refused')))
    const unset = await page(await open())
    assert.equal(await unset.tell(event), 401)
  })

  it('N16: keeps in suspense what no running loan can take, once, with an alarm, and books nothing twice', async () => {
    const platform = await open({ config })
    const { tell, running, loans, sent } = await page(platform)
    const { actor, loanId } = await running()
    const waiting = async () => /payments_in_suspense (\d+)/.exec(await platform.metrics.text())?.[1]
    assert.equal(await waiting(), '0')
    const stray = paid('nobody’s', 5000 * rouble, 'payment-7')
    assert.deepEqual(await Promise.all([tell(stray), tell(stray), tell(stray)]), [204, 204, 204])
    assert.equal(await waiting(), '1')
    // The payment that closes a loan is told again; another one comes for the closed loan.
    const whole = paid(loanId, 20_000 * rouble, 'payment-8')
    assert.deepEqual([await tell(whole), await tell(whole)], [204, 204])
    assert.equal((await loans.get(actor.id, loanId)).state, 'closed')
    // M11: what was paid beyond the debt waits to be given back, and the borrower is told of it.
    assert.equal(await waiting(), '2')
    assert.match(sent.at(-1)?.text ?? '', /Вы заплатили на 5\s000\s₽ больше: вернём/)
    assert.equal(await tell(paid(loanId, 100 * rouble, 'payment-9')), 204)
    assert.equal(await waiting(), '3')
    assert.match(sent.at(-1)?.text ?? '', /получили 100\s₽, но платить было не за что/)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 1)
    // One that waits is not booked behind somebody's back when its loan is named after all.
    assert.equal(await tell(paid(loanId, 5000 * rouble, 'payment-7')), 204)
    assert.equal(await waiting(), '3')
    assert.equal(platform.lines.filter((line) => line.includes('waits in suspense')).length, 3)
  })

  it('M10: a payment counts from the day the payer paid, not from the hour it was heard of; one before the loan waits', async () => {
    const platform = await open({ config })
    const { tell, running, loans } = await page(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(14 * 24 * 3_600_000)
    const due = (await loans.get(actor.id, loanId)).debt
    assert.equal(due.due, 16_680 * rouble)
    // Paid at 23:50 of the due day by the lender's clock, heard five past midnight.
    platform.clock.set('2026-03-16T21:05:00.000Z')
    const event = paid(loanId, 16_680 * rouble)
    const early = { ...event, data: { ...event.data, payment: 'payment-0', paidAt: '2026-03-01T10:00:00Z' } }
    assert.equal(await tell(early), 204)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
    assert.equal(await tell({ ...event, data: { ...event.data, paidAt: '2026-03-16T23:50:00+03:00' } }), 204)
    const loan = await loans.get(actor.id, loanId)
    assert.deepEqual([loan.state, loan.debt.total, loan.debt.overpaid], ['closed', 0, 0])
    assert.equal(loan.payments[0]?.date, '2026-03-16')
    // A provider's clock that is ahead pays nothing in advance.
    const { loanId: other, actor: owner } = await running()
    const ahead = { ...paid(other, 100 * rouble, 'payment-5') }
    await tell({ ...ahead, data: { ...ahead.data, paidAt: '2027-01-01T00:00:00Z' } })
    assert.equal((await loans.get(owner.id, other)).payments[0]?.date, '2026-03-17')
  })

  it('N16: refuses a signed payment it cannot read, so that it is told again; other kinds are left alone', async () => {
    const platform = await open({ config })
    const { tell, running, loans } = await page(platform)
    const { actor, loanId } = await running()
    assert.equal(await tell({ type: 'payment.waiting', data: { loan: loanId } }), 204)
    assert.equal(await tell(paid(loanId, 0.5)), 400)
    assert.equal(await tell({ type: 'payment.succeeded', data: { loan: loanId, amount: 100 } }), 400)
    assert.equal(await tell('not json'), 400)
    assert.equal((await loans.get(actor.id, loanId)).payments.length, 0)
    assert.match(await platform.metrics.text(), /payment_webhooks_failed_total 3/)
  })
})
