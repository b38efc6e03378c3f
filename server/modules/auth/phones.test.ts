import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const [old, next, others] = ['+79161234567', '+79161234568', '+79161234569'] as const
const hour = 3600_000

onBothDatabases('another phone for an account', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(old)
    platform.clock.advance(61_000)
    return { platform, product, browser }
  }
  const confirm = async (browser: TestBrowser) => {
    assert.equal((await browser.call('POST', '/service/auth/confirmation/codes')).status, 202)
    assert.equal((await browser.call('POST', '/service/auth/confirmation', { code: '111111' })).status, 204)
  }
  const ask = (browser: TestBrowser, phone: string) => browser.call('POST', '/service/profile/phone/codes', { phone })
  const change = (browser: TestBrowser, phone: string, code = '111111') =>
    browser.call('POST', '/service/profile/phone', { phone, code })
  const later = { advance: 6 * 60_000 }

  test('takes a fresh code to the old number and one to the new; the old one is told, other sign-ins end', async () => {
    const { platform, product, browser } = await start()
    const other = product.browser()
    await other.signIn(old, '111111')
    platform.clock.advance(later.advance)
    assert.equal(codeOf(await ask(browser, next)), 'confirm_again')
    assert.equal(codeOf(await change(browser, next)), 'confirm_again')
    await confirm(browser)
    assert.equal(codeOf(await change(browser, next)), 'code_wrong', 'no code was sent to it')
    assert.equal((await ask(browser, next)).status, 202)
    assert.equal(codeOf(await change(browser, others)), 'code_wrong', 'the code of another number')
    assert.equal((await change(browser, next)).status, 204)

    const { phone } = (await browser.call('GET', '/service/profile')).body as { phone: string }
    assert.match(phone, /45-68$|4568$|68$/)
    assert.equal((await other.call('GET', '/authenticated')).status, 401)
    await platform.jobs.runDue()
    const told = (await product.services.messages.list(null, 20)).filter(({ row }) => row.kind === 'phoneChanged')
    assert.deepEqual(told.map(({ content }) => content.to).sort(), [old, next])
    platform.clock.advance(61_000)
    const again = product.browser()
    await again.call('POST', '/service/auth/codes', { phone: next })
    assert.equal(((await again.signIn(next, '111111')).body as { newAccount: boolean }).newAccount, false)
  })

  test('a number that has an account is told apart only after its code; one’s own is no change', async () => {
    const { platform, product, browser } = await start()
    await product.browser().signUp(others)
    platform.clock.advance(61_000)
    await confirm(browser)
    const [known, unknown] = [await ask(browser, others), await ask(browser, next)]
    assert.deepEqual([known.status, known.body], [unknown.status, unknown.body])
    assert.equal(codeOf(await change(browser, others, '000000')), 'code_wrong')
    assert.equal(codeOf(await change(browser, others)), 'state_conflict')
    await ask(browser, old)
    assert.equal(codeOf(await change(browser, old)), 'state_conflict')
  })

  test('five wrong tries void the code; five numbers a day, three codes an hour to one', async () => {
    const { platform, browser } = await start()
    await confirm(browser)
    await ask(browser, next)
    assert.equal(codeOf(await ask(browser, next)), 'too_often')
    for (let n = 0; n < 5; n += 1) assert.equal(codeOf(await change(browser, next, '000000')), 'code_wrong')
    assert.equal(codeOf(await change(browser, next)), 'code_wrong')
    for (let n = 0; n < 2; n += 1) {
      platform.clock.advance(61_000)
      assert.equal((await ask(browser, next)).status, 202)
    }
    platform.clock.advance(61_000)
    assert.equal(codeOf(await ask(browser, next)), 'too_often')
  })

  test('money waits a day, no longer; the request being filled knows the new number', async () => {
    const { platform, product, browser } = await start()
    const id = ((await browser.create()).body as { _id: string })._id
    await confirm(browser)
    await ask(browser, next)
    await change(browser, next)
    const request = await product.services.requests.find(id)
    assert.ok(request)
    assert.equal(product.services.requests.facts(request).phone, next)
    const held = () => platform.transact((tx) => product.services.phones.heldUntil(tx, request.client_id))
    assert.equal((await held())?.getTime(), platform.clock.now().getTime() + 24 * hour)
    platform.clock.advance(24 * hour)
    assert.equal(await held(), null)
  })
})
