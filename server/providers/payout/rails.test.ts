import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { Secret } from '#server/platform/secret.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { openRail } from './open.ts'
import { type CancelReason, cancelReasons, type PayoutOrder, type PayoutRail, RailTrouble } from './port.ts'
import { sandboxRail } from './sandbox.ts'
import { type Answering, type StandIn, standIn } from './yookassa-stand-in.ts'

const sandboxReasons: Readonly<Record<string, CancelReason>> = {
  '01': 'recipient_check_failed',
  '02': 'recipient_not_found',
  '03': 'insufficient_funds',
  '04': 'rejected_by_payee',
  '05': 'one_time_limit_exceeded',
  '06': 'issuer_unavailable',
}
const slowMs = 10_000
const account = { agentId: 'gateway', secretKey: 'not-a-real-key' }

function orderTo(platform: TestPlatform, digits: string, more: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    key: newId(),
    amount: 1_500_000,
    destination: { kind: 'sbp', bankId: '100000000004', bankName: 'Пример-банк', phone: `+790000000${digits}` },
    receiver: { surname: 'Выдумкина', name: 'Проба', patronymic: 'Тестовна' },
    about: 'Выдача займа',
    at: platform.clock.now(),
    ...more,
  }
}

/** Keys whose first answer is lost on the way. */
const losing = new Set<string>()

/** Behaves by the last two digits as the sandbox does. */
const steered = (platform: TestPlatform, answering?: () => Answering): Promise<StandIn> =>
  standIn({
    ...account,
    now: () => platform.clock.now().getTime(),
    fate: (destination) => {
      const digits = destination.slice(-2)
      const cancel = sandboxReasons[digits]
      return { ...(cancel && { cancel }), afterMs: digits === '12' ? slowMs : 0 }
    },
    answering: answering ?? ((key) => (losing.delete(key) ? 'lost' : 'well')),
  })

const settings = (url: string) => ({
  payout: {
    provider: 'yookassa',
    settings: {
      AGENT_ID: new Secret(account.agentId),
      SECRET_KEY: new Secret(account.secretKey),
      URL: new Secret(url),
    },
  },
})

/** What the product does with an unknown outcome: look, and where the rail cannot tell, the same key once more. */
const askAgain = async (rail: PayoutRail, order: PayoutOrder, id: string | null = null) =>
  (await rail.find(order, id)) ?? rail.pay(order)

const rails = {
  async sandbox(platform: TestPlatform) {
    return { rail: sandboxRail(platform.db, platform.clock), close: async () => {} }
  },
  async yookassa(platform: TestPlatform) {
    const server = await steered(platform)
    const config = { ...platform.config, ...settings(server.url) }
    return { rail: openRail({ ...platform, config }), close: server.close }
  },
}

for (const [name, openRailOf] of Object.entries(rails)) {
  onBothDatabases(`the payout rail ${name}`, (open) => {
    async function withRail(work: (rail: PayoutRail, platform: TestPlatform) => Promise<void>) {
      const platform = await open()
      const { rail, close } = await openRailOf(platform)
      await work(rail, platform).finally(close)
    }

    it('pays one key once, and answers the same', () =>
      withRail(async (rail, platform) => {
        const order = orderTo(platform, '55')
        const first = await rail.pay(order)
        const again = await rail.pay(order)
        assert.equal(again.id, first.id)
        assert.equal((await askAgain(rail, order, first.id)).state, 'succeeded')
      }))

    it('refuses the key of another sum', () =>
      withRail(async (rail, platform) => {
        const order = orderTo(platform, '55')
        await rail.pay(order)
        await assert.rejects(rail.pay({ ...order, amount: 1 }))
      }))

    it('throws when the answer is lost, and then tells under the same key', () =>
      withRail(async (rail, platform) => {
        const order = orderTo(platform, '11')
        losing.add(order.key)
        await assert.rejects(rail.pay(order))
        assert.equal((await askAgain(rail, order)).state, 'succeeded')
      }))

    it('says pending until the bank has answered', () =>
      withRail(async (rail, platform) => {
        const order = orderTo(platform, '12')
        const { state, id } = await rail.pay(order)
        assert.equal(state, 'pending')
        assert.equal((await askAgain(rail, order, id)).state, 'pending')
        platform.clock.advance(slowMs)
        assert.equal((await askAgain(rail, order, id)).state, 'succeeded')
      }))

    for (const [digits, reason] of Object.entries(sandboxReasons)) {
      it(`names the reason ${reason}`, () =>
        withRail(async (rail, platform) => {
          const order = orderTo(platform, digits)
          const { id } = await rail.pay(order)
          assert.deepEqual(await askAgain(rail, order, id), { state: 'cancelled', id, reason })
        }))
    }

    it('takes nothing but a notification for one', () =>
      withRail(async (rail) => {
        for (const body of [null, 1, 'x', {}, { object: null }, { object: { id: 5 } }])
          assert.equal(rail.readNotification(body), null)
        const body = { type: 'notification', event: 'payout.succeeded', object: { id: 'po-1' } }
        assert.equal(rail.readNotification(body), 'po-1')
      }))
  })
}

onBothDatabases('YooKassa', (open) => {
  async function answering(how: Answering) {
    const platform = await open()
    const server = await steered(platform, () => how)
    return {
      platform,
      server,
      rail: openRail({ ...platform, config: { ...platform.config, ...settings(server.url) } }),
    }
  }

  for (const how of ['lost', 'error500', 'limit429', 'garbage', 'refused'] as const) {
    it(`leaves the outcome unknown when it answers ${how}, and makes one payout at most`, async () => {
      const { platform, server, rail } = await answering(how)
      const order = orderTo(platform, '55')
      for (let n = 0; n < 3; n += 1) await assert.rejects(rail.pay(order))
      assert.equal(server.ledger.size, how === 'limit429' || how === 'refused' ? 0 : 1)
      await server.close()
    })
  }

  it('knows every documented reason, and takes an unknown one for a refusal without reason', async () => {
    const platform = await open()
    for (const reason of [...cancelReasons, 'something_new' as CancelReason]) {
      const server = await standIn({ ...account, fate: () => ({ cancel: reason }) })
      const rail = openRail({ ...platform, config: { ...platform.config, ...settings(server.url) } })
      const outcome = await rail.pay(orderTo(platform, '55'))
      const expected = cancelReasons.includes(reason) ? reason : 'general_decline'
      assert.deepEqual(outcome, { state: 'cancelled', id: outcome.id, reason: expected })
      await server.close()
    }
  })

  it('has the receiver’s name checked', async () => {
    const platform = await open()
    const server = await standIn({ ...account, nameIsRight: (surname) => surname === 'Выдумкина' })
    const rail = openRail({ ...platform, config: { ...platform.config, ...settings(server.url) } })
    assert.equal((await rail.pay(orderTo(platform, '55'))).state, 'succeeded')
    const receiver = { surname: 'Другая', name: 'Проба' }
    const other = await rail.pay(orderTo(platform, '55', { receiver }))
    assert.deepEqual(other, { state: 'cancelled', id: other.id, reason: 'recipient_check_failed' })
    await server.close()
  })

  it('finds a bank typed by hand by its name; an unknown one asks the borrower anew, and nothing is paid', async () => {
    const platform = await open()
    const server = await standIn(account)
    const rail = openRail({ ...platform, config: { ...platform.config, ...settings(server.url) } })
    const typed = (bankName: string) => ({ kind: 'sbp' as const, bankId: '', bankName, phone: '+79000000055' })
    const found = orderTo(platform, '55', { destination: typed(' «Банк» из списка КАССЫ') })
    assert.equal((await rail.pay(found)).state, 'succeeded')
    const unknown = orderTo(platform, '55', { destination: typed('Нет такого банка') })
    assert.deepEqual(await rail.pay(unknown), { state: 'cancelled', id: unknown.key, reason: 'recipient_not_found' })
    assert.deepEqual([...server.ledger.keys()], [found.key])
    await server.close()
  })

  it('does not send a key again that the rail has forgotten by now', async () => {
    const { platform, server, rail } = await answering('error500')
    const order = orderTo(platform, '55')
    platform.clock.advance(24 * 3_600_000)
    const before = server.calls()
    await assert.rejects(rail.pay(order), (error) => error instanceof RailTrouble && !error.nothingMade)
    assert.equal(server.calls(), before)
    await server.close()
  })

  for (const [how, status] of [
    ['invalid400', 400],
    ['wrongKeys401', 401],
    ['forbidden403', 403],
  ] as const) {
    it(`says that nothing was made, and why, when it answers ${status}`, async () => {
      const { platform, server, rail } = await answering(how)
      const refused = (error: unknown) =>
        error instanceof RailTrouble && error.nothingMade && error.reason.includes(String(status))
      await assert.rejects(rail.pay(orderTo(platform, '55')), refused)
      assert.equal(server.ledger.size, 0)
      await server.close()
    })
  }

  it('refuses to start without its settings, and never shows its key', async () => {
    const platform = await open()
    const without = (name: 'AGENT_ID' | 'SECRET_KEY') => {
      const { payout } = settings('http://127.0.0.1:1/v3')
      const { [name]: _, ...rest } = payout.settings
      return { ...platform.config, payout: { ...payout, settings: rest as Record<string, Secret> } }
    }
    for (const name of ['AGENT_ID', 'SECRET_KEY'] as const)
      assert.throws(() => openRail({ ...platform, config: without(name) }), new RegExp(`PAYOUT_${name} is not set`))
    const other = { ...platform.config, payout: { provider: 'carrier-pigeon', settings: {} } }
    assert.throws(() => openRail({ ...platform, config: other }), /choose yookassa or sandbox/)
  })
})
