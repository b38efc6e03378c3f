import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { Secret } from '#server/platform/secret.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openPayments } from './open.ts'
import { type PaymentOrder, type PaymentProvider, RailTrouble } from './port.ts'
import { sandboxBooks, sandboxPayments } from './sandbox.ts'
import { type Answering, paymentsStandIn } from './yookassa-stand-in.ts'

const account = { shopId: 'shop', secretKey: 'not-a-real-key' }

interface Opened {
  readonly provider: PaymentProvider
  /** The payer pays what a link asks for. */
  pay(id: string, means?: string): Promise<void>
  close(): Promise<void>
}

const yookassaConfig = (url: string, more: Record<string, Secret> = {}) => ({
  payment: {
    provider: 'yookassa',
    settings: { SHOP_ID: new Secret('shop'), SECRET_KEY: new Secret('not-a-real-key'), URL: new Secret(url), ...more },
  },
})

async function yookassa(platform: TestPlatform, answering?: () => Answering) {
  const standIn = await paymentsStandIn({
    ...account,
    now: platform.clock.now,
    ...(answering && { answering }),
    charging: (token) => (token.includes('bad') ? 'permission_revoked' : 'well'),
  })
  const config = { ...platform.config, ...yookassaConfig(standIn.url, { SAVES: new Secret('yes') }) }
  const provider = openPayments({ ...platform, config })
  assert.ok(provider)
  const opened: Opened = {
    provider,
    pay: async (id) => standIn.pay(standIn.made.find((one) => one.id === id)!),
    close: standIn.close,
  }
  return { ...opened, standIn }
}

const providers: Readonly<Record<string, (platform: TestPlatform) => Promise<Opened>>> = {
  async sandbox(platform) {
    const books = sandboxBooks(platform.db, platform.clock)
    return {
      provider: sandboxPayments(platform.db, platform.clock),
      pay: (id, means = '4477') => books.pay(id, means),
      close: async () => {},
    }
  },
  yookassa,
}

async function listed(provider: PaymentProvider, from: Date) {
  const found = []
  for await (const page of provider.listSince(from)) found.push(...page)
  return found
}

const orderOf = (platform: TestPlatform, by: PaymentOrder['by'], key: string = newId()): PaymentOrder => ({
  key,
  loan: 'loan-1',
  amount: 538_962,
  by,
  about: 'Погашение займа по договору 261123-000123-04',
  returnUrl: 'http://localhost/step35',
  at: platform.clock.now(),
})

for (const [name, openOne] of Object.entries(providers)) {
  onBothDatabases(`the payment provider ${name}`, (open) => {
    async function with_(work: (opened: Opened, platform: TestPlatform) => Promise<void>) {
      const platform = await open()
      const opened = await openOne(platform)
      await work(opened, platform).finally(opened.close)
    }

    it('makes one payment of one key, tells when and what was paid, and keeps the means for a later charge', () =>
      with_(async ({ provider, pay }, platform) => {
        const order = orderOf(platform, { way: 'card', save: true })
        const first = await provider.create(order)
        assert.equal(first.state, 'waiting')
        assert.ok(first.state === 'waiting' && first.link)
        assert.equal((await provider.create(order)).id, first.id)
        assert.equal((await provider.find(order, null))?.id, first.id)
        assert.deepEqual([first.key, first.loan, first.amount], [order.key, 'loan-1', 538_962])
        await pay(first.id)
        const paid = await provider.find(order, first.id)
        assert.ok(paid?.state === 'succeeded' && paid.saved)
        assert.equal(paid.paidAt.getTime(), platform.clock.now().getTime())
        assert.equal(paid.saved.title, '•• 4477')
        const charged = await provider.create(orderOf(platform, { token: paid.saved.token }))
        assert.equal(charged.state, 'succeeded')
        const found = await listed(provider, new Date(platform.clock.now().getTime() - 60_000))
        assert.deepEqual(new Set(found.map(({ id }) => id)), new Set([first.id, charged.id]))
      }))

    it('lists all that succeeded, however many there are', () =>
      with_(async ({ provider, pay }, platform) => {
        const made = new Set<string>()
        for (let count = 0; count < 110; count += 1) {
          const { id } = await provider.create(orderOf(platform, { way: 'card', save: false }))
          await pay(id)
          made.add(id)
        }
        platform.clock.advance(1)
        const found = await listed(provider, new Date(platform.clock.now().getTime() - 60_000))
        assert.deepEqual(new Set(found.map(({ id }) => id)), made)
      }))

    it('gives money back once for a key, and no more than was paid', () =>
      with_(async ({ provider, pay }, platform) => {
        const made = await provider.create(orderOf(platform, { way: 'sbp', save: false }))
        await pay(made.id)
        const refund = { key: newId(), paymentId: made.id, amount: 12_000, at: platform.clock.now() }
        assert.equal(await provider.findRefund(refund, null), null)
        const given = await provider.refund(refund)
        assert.equal(given.state, 'succeeded')
        assert.equal((await provider.refund(refund)).id, given.id)
        assert.equal((await provider.findRefund(refund, null))?.id, given.id)
        await assert.rejects(provider.refund({ ...refund, key: newId(), amount: 538_962 }), RailTrouble)
      }))

    it('knows nothing of a key that was never used', () =>
      with_(async ({ provider }, platform) => {
        assert.equal(await provider.find(orderOf(platform, { way: 'card', save: false }), null), null)
      }))
  })
}

onBothDatabases('YooKassa payments, answering badly', (open) => {
  it('an answer that is lost, an error or no JSON leaves the outcome unknown; the payment is found by our key', async () => {
    for (const how of ['lost', 'error500', 'garbage'] as const) {
      const platform = await open()
      const answers: Answering[] = [how]
      const { provider, close } = await yookassa(platform, () => answers.shift() ?? 'well')
      const order = orderOf(platform, { way: 'card', save: false })
      await assert.rejects(provider.create(order), (error) => !(error instanceof RailTrouble))
      assert.equal((await provider.find(order, null))?.key, order.key, how)
      await close()
    }
  })

  it('a refused call has certainly made nothing; a key older than YooKassa’s memory is not used again', async () => {
    for (const how of ['invalid400', 'wrongKeys401'] as const) {
      const platform = await open()
      const { provider, standIn, close } = await yookassa(platform, () => how)
      const order = orderOf(platform, { way: 'card', save: false })
      await assert.rejects(provider.create(order), (error) => error instanceof RailTrouble && error.nothingMade)
      assert.equal(standIn.made.length, 0)
      platform.clock.advance(24 * 3_600_000)
      await assert.rejects(provider.create(order), (error) => error instanceof RailTrouble && !error.nothingMade)
      await close()
    }
  })

  it('says why a charge came to nothing, and believes only the id of a notification', async () => {
    const { provider, close } = await yookassa(await open())
    const charged = await provider.create({ ...orderOf(await open(), { token: 'pm-bad' }) })
    assert.deepEqual(charged.state === 'cancelled' && charged.reason, 'permission_revoked')
    const note = { type: 'notification', event: 'payment.succeeded', object: { id: 'x-1', amount: 'lies' } }
    assert.equal(provider.readNotification(note), 'x-1')
    for (const bad of [null, 'x', {}, { ...note, event: 'refund.succeeded' }, { ...note, object: { id: '../x' } }])
      assert.equal(provider.readNotification(bad), null)
    await close()
  })

  it('refuses to start without its settings, and says which', async () => {
    const platform = await open()
    const start = (payment: (typeof platform.config)['payment']) => () =>
      openPayments({ ...platform, config: { ...platform.config, payment } })
    assert.throws(start({ provider: 'yookassa', settings: {} }), StartRefused)
    assert.throws(start({ provider: 'yookassa', settings: { SHOP_ID: new Secret('1') } }), /PAYMENT_SECRET_KEY/)
    const maybe = { SHOP_ID: new Secret('1'), SECRET_KEY: new Secret('2'), SAVES: new Secret('maybe') }
    assert.throws(start({ provider: 'yookassa', settings: maybe }), /PAYMENT_SAVES/)
    assert.throws(start({ provider: 'pigeon', settings: {} }), /choose yookassa, page or sandbox/)
    assert.equal(start({ provider: 'page', settings: {} })(), null)
  })
})
