import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser, type TestProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { type Borrower, newBorrower, offered, signature, signed, timesIn } from './parts/borrower.ts'
import { figures } from './parts/figures.ts'

const atOnce = 20

interface Prepared {
  readonly browser: TestBrowser
  readonly path: string
  readonly body: object | undefined
  /** What the call leaves in the journal. */
  readonly event: string
}

type Prepare = (product: TestProduct, platform: TestPlatform) => Promise<Prepared>

const versioned =
  (what: string, event: string, make: (product: TestProduct, platform: TestPlatform) => Promise<Borrower>): Prepare =>
  async (product, platform) => {
    const { browser, id, version } = await make(product, platform)
    return { browser, path: `/service/requests/${id}/${what}`, body: { version: await version() }, event }
  }

async function running(product: TestProduct, platform: TestPlatform): Promise<{ borrower: Borrower; loan: string }> {
  const borrower = await offered(product, platform)
  await signed(borrower)
  await platform.jobs.runDue()
  const { body } = await borrower.browser.call('GET', '/service/loans')
  return { borrower, loan: (body as { loans: { id: string }[] }).loans[0]?.id ?? '' }
}

/** Every call that takes a key and can be brought about without a review; those of the review are beside it. */
const calls: Readonly<Record<string, Prepare>> = {
  createRequest: async (product) => {
    const browser = product.browser('203.0.113.9')
    await browser.signUp('9167999999')
    const raw = { product: 'payday', amount: 1_000_000, term: 14, purpose: 'everyday' }
    return { browser, path: '/service/requests', body: { raw }, event: 'request.create' }
  },
  withdrawRequest: versioned('withdraw', 'request.withdraw', newBorrower),
  declineOffer: versioned('offer/decline', 'request.decline', (product, platform) => offered(product, platform)),
  refuseLoan: versioned('offer/refuse', 'request.refuseLoan', async (product, platform) => {
    const borrower = await offered(product, platform, { product: 'instalment', amount: 60_000_00, term: 12 })
    await signed(borrower)
    return borrower
  }),
  signOffer: async (product, platform) => {
    const borrower = await offered(product, platform)
    const path = `/service/requests/${borrower.id}/offer/sign`
    return { browser: borrower.browser, path, body: await signature(borrower), event: 'request.sign' }
  },
  sandboxPayment: async (product, platform) => {
    const { borrower, loan } = await running(product, platform)
    const path = `/service/loans/${loan}/sandbox-payment`
    return { browser: borrower.browser, path, body: { amount: 100_000 }, event: 'loan.payment' }
  },
  addStaff: async (product, platform) => {
    const { browser } = await signedInStaff(platform, product, 'boss', 'administrator')
    const body = { login: 'new', name: 'Проба Новая', role: 'verifier' }
    return { browser, path: '/service/office/staff', body, event: 'staff.add' }
  },
}

onBothDatabases('drill 9: a change asked for many times', (open) => {
  test(`${atOnce} at once under one key have one effect; the reply stays the same; the rules of the key hold`, async (context) => {
    let lost = 0
    let doubled = 0
    let acknowledged = 0
    let database: 'embedded' | 'PostgreSQL' = 'embedded'
    for (const [name, prepare] of Object.entries(calls)) {
      const platform = await open()
      if (platform.database.kind === 'postgres') database = 'PostgreSQL'
      const product = await openProduct(platform, {}, withLooseLimits({}))
      assert.ok(product.calls.find((call) => call.name === name)?.idempotent, `${name} takes no key`)
      const { browser, path, body, event } = await prepare(product, platform)
      const before = await timesIn(platform, event)
      assert.equal(codeOf(await browser.call('POST', path, body)), 'idempotency_key_missing', name)
      const key = browser.key()
      const answers = await Promise.all(Array.from({ length: atOnce }, () => browser.call('POST', path, body, key)))
      const good = answers.filter(({ status }) => status < 300)
      assert.ok(good.length > 0, `${name}: ${answers[0]?.text}`)
      for (const answer of answers.filter(({ status }) => status >= 300 && status !== 503))
        assert.equal(codeOf(answer), 'request_in_flight', `${name}: ${answer.text}`)
      assert.equal(new Set(good.map(({ text }) => text)).size, 1, `${name}: the replies differ`)
      acknowledged += good.length
      const effects = (await timesIn(platform, event)) - before
      lost += Math.max(0, 1 - effects)
      doubled += Math.max(0, effects - 1)
      assert.equal((await browser.call('POST', path, body, key)).text, good[0]?.text, `${name}: another reply later`)
      const other = await browser.call('POST', path, { ...body, another: 1 }, key)
      assert.equal(codeOf(other), 'idempotency_key_reused', `${name}: ${other.text}`)
      const more = await Promise.all(
        Array.from({ length: atOnce }, () => browser.call('POST', path, body, browser.key())),
      )
      // Forty at once on one row may find no free connection: then they are told to come again.
      const broken = more.find(({ status }) => status >= 500 && status !== 503)
      assert.equal(broken, undefined, `${name}: ${broken?.text}`)
      if (name !== 'sandboxPayment') doubled += (await timesIn(platform, event)) - before - 1
      await product.close()
    }
    figures(context, {
      drill: 9,
      fault: `${atOnce} parallel calls under one key, ${atOnce} under keys of their own, a used key with another body, no key`,
      database,
      load: Object.keys(calls).join(', '),
      injected: Object.keys(calls).length * (2 * atOnce + 3),
      acknowledged,
      lost,
      doubled,
    })
    assert.equal(lost, 0)
    assert.equal(doubled, 0)
  })
})
