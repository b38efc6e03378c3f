import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const phone = '+79161234567'
const email = 'proba@example.ru'
const secret = { config: { testCodes: { sms: '111111', email: undefined } } }

onBothDatabases('an e-mail confirmed by code', (open) => {
  async function start() {
    const platform = await open(secret)
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    return { platform, product, browser }
  }
  type Product = Awaited<ReturnType<typeof openProduct>>

  async function letter(platform: TestPlatform, product: Product) {
    await platform.jobs.runDue()
    const letters = await product.services.messages.list(null, 20)
    return letters.find(({ row }) => row.kind === 'emailCode')
  }
  async function codeTo(address: string, { platform, product, browser }: Awaited<ReturnType<typeof start>>) {
    assert.equal((await browser.call('POST', '/service/profile/email/codes', { email: address })).status, 202)
    const code = /\d{6}/.exec((await letter(platform, product))?.content.text ?? '')?.[0] ?? ''
    assert.match(code, /^\d{6}$/)
    return code
  }
  const confirm = (browser: TestBrowser, address: string, code: string) =>
    browser.call('POST', '/service/profile/email', { email: address, code })
  const emailOf = async (browser: TestBrowser) =>
    ((await browser.call('GET', '/service/profile')).body as { email?: string }).email

  test('the address is the client’s only once its code came back, once', async () => {
    const at = await start()
    const code = await codeTo(email, at)
    assert.equal(await emailOf(at.browser), undefined)
    assert.equal((await confirm(at.browser, email, code)).status, 204)
    assert.equal(await emailOf(at.browser), email)
    assert.equal(codeOf(await confirm(at.browser, email, code)), 'code_wrong')
  })

  test('a code is worth nothing for another address, another person, or after five wrong tries', async () => {
    const at = await start()
    const code = await codeTo(email, at)
    assert.equal(codeOf(await confirm(at.browser, 'drugoy@example.ru', code)), 'code_wrong')
    const stranger = at.product.browser()
    await stranger.signUp('+79001002030')
    assert.equal(codeOf(await confirm(stranger, email, code)), 'code_wrong')
    const wrong = code === '123456' ? '654321' : '123456'
    for (let n = 0; n < 5; n += 1) assert.equal(codeOf(await confirm(at.browser, email, wrong)), 'code_wrong')
    assert.equal(codeOf(await confirm(at.browser, email, code)), 'code_wrong')
    assert.equal(await emailOf(at.browser), undefined)
  })

  test('letters are few: a second one at once, and a sixth to one address in an hour, are refused', async () => {
    const { platform, browser } = await start()
    const ask = () => browser.call('POST', '/service/profile/email/codes', { email })
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await ask()).status, 202)
      assert.equal(codeOf(await ask()), 'too_often')
      platform.clock.advance(61_000)
    }
    assert.equal(codeOf(await ask()), 'too_often')
  })

  test('the request being filled learns it, and the next one begins with it', async () => {
    const at = await start()
    const known = async (body: unknown) => {
      const request = await at.product.services.requests.find((body as { _id: string })._id)
      assert.ok(request)
      return { request, facts: at.product.services.requests.facts(request) }
    }
    const first = (await at.browser.create()).body
    assert.deepEqual([(await known(first)).facts.phone, (await known(first)).facts.confirmedEmail], [phone, undefined])
    await confirm(at.browser, email, await codeTo(email, at))
    const { request, facts } = await known(first)
    assert.equal(facts.confirmedEmail, email)
    const path = `/service/requests/${request.id}/withdraw`
    await at.browser.call('POST', path, { version: request.version }, at.browser.key())
    assert.equal((await known((await at.browser.create()).body)).facts.confirmedEmail, email)
  })
})
