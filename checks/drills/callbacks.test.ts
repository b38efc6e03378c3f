import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PayoutRail, Transfer } from '#server/providers/payout/port.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'
import { type Borrower, offered, signed, timesIn } from './parts/borrower.ts'
import { checked } from './parts/checker.ts'
import { figures } from './parts/figures.ts'
import { seeded } from './random.ts'

/** CALLBACKS=500 for the drill. */
const payouts = Number(process.env.CALLBACKS ?? 5)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

/** A bank whose transfers end when the drill says so, and which tells of them before our own call is answered. */
function openBank() {
  const books = new Map<string, { amount: number; done: boolean }>()
  const during: { tell: (id: string) => Promise<void> } = { tell: async () => {} }
  const idOf = (key: string) => `bank-${key}`
  const stateOf = (key: string): Transfer => ({
    state: books.get(key)?.done ? 'succeeded' : 'pending',
    id: idOf(key),
  })
  const rail: PayoutRail = {
    name: 'drill',
    takes: ['sbp', 'card', 'account'],
    checksReceiver: ['sbp', 'card', 'account'],
    async pay({ key, amount }) {
      if (!books.has(key)) books.set(key, { amount, done: false })
      await during.tell(key)
      return stateOf(key)
    },
    find: async ({ key }, id) => (books.has(id?.slice(5) ?? key) ? stateOf(id?.slice(5) ?? key) : null),
    readNotification: (body) => {
      const id = (body as { object?: { id?: unknown } } | null)?.object?.id
      return typeof id === 'string' ? id : null
    },
  }
  return { rail, books, during, idOf }
}

onBothDatabases('drill 8: what the bank tells', (open) => {
  test(`${payouts} payouts told of too early, twice, out of order, an hour late and forged: one effect each`, async (context) => {
    const platform = await open()
    const bank = openBank()
    const product = await openProduct(platform, { rail: bank.rail })
    const random = seeded(seed)
    const anybody = product.browser('203.0.113.5')
    let told = 0
    const tell = async (id: string, status = 'succeeded') => {
      told += 1
      const body = { event: `payout.${status}`, object: { id, status } }
      // A bank tells again when we are too busy to listen.
      for (let tries = 0; tries < 50; tries += 1) {
        const { status: answered } = await anybody.call('POST', '/service/webhooks/payouts', body)
        if (answered === 200) return
        assert.equal(answered, 503)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error('a notice was never heard')
    }
    const borrowers: Borrower[] = []
    for (let n = 0; n < payouts; n += 1) {
      const borrower = await offered(product, platform, { amount: (5 + (n % 20)) * 1000_00 })
      await signed(borrower)
      borrowers.push(borrower)
    }
    // Before our own call was answered; half of the transfers are through by then.
    bank.during.tell = async (key) => {
      const kept = bank.books.get(key)
      if (kept) kept.done = random() < 0.5
      await tell(bank.idOf(key))
    }
    await platform.jobs.runDue()
    const paid = async () => {
      const statuses: number[] = []
      for (const one of borrowers) statuses.push(await one.status())
      return statuses.filter((status) => status === 5)
    }
    const early = [...bank.books.values()].filter(({ done }) => done).length
    assert.equal((await paid()).length, early, 'who was told a pending transfer is through must look, not believe')
    // Forged ones: of nothing, of a pending transfer, with another state.
    for (const [key, { done }] of bank.books) {
      await tell(`bank-${crypto.randomUUID()}`)
      if (!done) await tell(bank.idOf(key))
      if (done) await tell(bank.idOf(key), 'canceled')
    }
    assert.equal((await paid()).length, early, 'a forged notice changed something')
    platform.clock.advance(3600_000)
    for (const kept of bank.books.values()) kept.done = true
    const late = [...bank.books.keys()].sort(() => random() - 0.5)
    await Promise.all(late.flatMap((key) => [tell(bank.idOf(key)), tell(bank.idOf(key))]))
    for (const key of late) await tell(bank.idOf(key), 'pending')
    platform.clock.advance(120_000)
    await platform.jobs.runSweep('payouts')
    await platform.jobs.runDue()
    const ledger = [...bank.books].map(([key, { amount }]) => ({ key, amount, succeeded: true }))
    const { db, keys, clock } = platform
    const wrong = await checked({
      db,
      keys,
      ledger,
      quietSince: new Date(clock.now().getTime() - 60_000),
      unkeyed: ['request.send'],
    })
    const doubled = (await timesIn(platform, 'request.paid')) - payouts
    figures(context, {
      drill: 8,
      fault: 'the bank’s notices: before its reply, twice, out of order, an hour late, forged',
      database: platform.database.kind === 'postgres' ? 'PostgreSQL' : 'embedded',
      load: `${payouts} payouts`,
      injected: told,
      acknowledged: payouts,
      lost: payouts - (await timesIn(platform, 'loan.open')),
      doubled,
      seed,
    })
    assert.deepEqual(wrong, [])
    assert.equal(doubled, 0)
    await product.close()
  })
})
