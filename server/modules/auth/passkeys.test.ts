import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { type Ceremony, type SoftwareKey, softwareKey } from '#server/testing/authenticator.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const minute = 60_000
const phone = '+79161234567'

const challengeOf = ({ body }: { body: unknown }) => (body as { challenge: string }).challenge

onBothDatabases('passkeys of borrowers', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const owner = product.browser()
    await owner.signUp(phone)
    return { platform, product, owner }
  }

  async function add(browser: TestBrowser, key: SoftwareKey) {
    const options = await browser.call('POST', '/service/profile/passkeys/options')
    if (options.status !== 200) return options
    return browser.call('POST', '/service/profile/passkeys', { key: key.make({ challenge: challengeOf(options) }) })
  }

  const askToSign = async (browser: TestBrowser) =>
    challengeOf(await browser.call('POST', '/service/auth/passkey/options'))
  const signIn = async (browser: TestBrowser, key: SoftwareKey, more: Partial<Ceremony> = {}) =>
    browser.call('POST', '/service/auth/passkey', { key: key.sign({ challenge: await askToSign(browser), ...more }) })
  const signedIn = async (browser: TestBrowser) => (await browser.call('GET', '/authenticated')).status === 200

  test('A7: added after an SMS code, a key signs in without one; it is listed and can be taken away', async () => {
    const { product, owner } = await start()
    const key = softwareKey()
    assert.equal((await add(owner, key)).status, 204)
    const later = product.browser()
    assert.equal((await signIn(later, key)).status, 200)
    assert.ok(await signedIn(later))
    const { passkeys } = (await later.call('GET', '/service/profile/passkeys')).body as {
      passkeys: { id: string; usedAt?: string }[]
    }
    assert.deepEqual(
      passkeys.map(({ id, usedAt }) => [id, usedAt !== undefined]),
      [[key.id, true]],
    )
    assert.equal((await later.call('DELETE', `/service/profile/passkeys/${key.id}`)).status, 204)
    assert.equal(codeOf(await signIn(product.browser(), key)), 'passkey_wrong')
  })

  test('A7: signs its owner in while a stranger has spent all codes of the phone', async () => {
    const { platform, product, owner } = await start()
    const key = softwareKey()
    await add(owner, key)
    const stranger = product.browser('203.0.113.9')
    for (let n = 0; n < 7; n += 1) {
      platform.clock.advance(minute + 1000)
      await stranger.sendCode(phone)
    }
    assert.equal((await product.browser().sendCode(phone)).status, 429)
    const later = product.browser()
    assert.equal((await signIn(later, key)).status, 200)
  })

  test('B7: is not added without a fresh code, nor from a session a key began; the owner hears of it', async () => {
    const { platform, product, owner } = await start()
    const key = softwareKey()
    await add(owner, key)
    await platform.jobs.runDue()
    const told = await product.services.messages.list(null, 20)
    assert.ok(told.some(({ row }) => row.kind === 'passkeyAdded'))
    const later = product.browser()
    await signIn(later, key)
    assert.equal(codeOf(await add(later, softwareKey())), 'confirm_again')
    platform.clock.advance(6 * minute)
    assert.equal(codeOf(await add(owner, softwareKey())), 'confirm_again')
  })

  test('a challenge is good once, five minutes, in the browser that asked; site, person and counter are checked', async () => {
    const { platform, product, owner } = await start()
    const key = softwareKey()
    await add(owner, key)
    const refused = async (what: string, answer: Promise<{ status: number; body: unknown }>) =>
      assert.equal(codeOf((await answer) as never), 'passkey_wrong', what)

    const browser = product.browser()
    const challenge = await askToSign(browser)
    const signed = key.sign({ challenge })
    const send = (to: TestBrowser, what: object) => to.call('POST', '/service/auth/passkey', { key: what })
    await refused('another browser', send(product.browser(), signed))
    await refused('spent by the try before', send(browser, signed))
    const again = key.sign({ challenge: await askToSign(browser) })
    assert.equal((await send(browser, again)).status, 200)
    await refused('sent twice', send(browser, again))

    await refused('another origin', signIn(browser, key, { origin: 'https://evil.example' }))
    await refused('another site', signIn(browser, key, { rpId: 'evil.example' }))
    await refused('nobody looked at', signIn(browser, key, { looked: false }))
    await refused('a counter that went back', signIn(browser, key, { counter: 1 }))
    await refused('an unknown key', signIn(browser, softwareKey()))
    await refused('a challenge nobody gave', send(browser, key.sign({ challenge: 'AAAA', counter: 90 })))

    const old = await askToSign(browser)
    platform.clock.advance(5 * minute + 1000)
    await refused('an old challenge', send(browser, key.sign({ challenge: old, counter: 91 })))
    assert.equal((await signIn(browser, key, { counter: 92 })).status, 200)
  })

  test('a key made for one person is nobody else’s, and a challenge for adding signs nobody in', async () => {
    const { product, owner } = await start()
    const key = softwareKey()
    await add(owner, key)
    const boris = product.browser()
    await boris.signUp('+79001002030')
    assert.equal(codeOf(await add(boris, key)), 'passkey_wrong', 'the same key again')
    assert.equal((await boris.call('DELETE', `/service/profile/passkeys/${key.id}`)).status, 404)
    const options = await owner.call('POST', '/service/profile/passkeys/options')
    const stolen = softwareKey().make({ challenge: challengeOf(options) })
    assert.equal(codeOf(await boris.call('POST', '/service/profile/passkeys', { key: stolen })), 'passkey_wrong')
    const forAdding = challengeOf(await owner.call('POST', '/service/profile/passkeys/options'))
    const answer = await owner.call('POST', '/service/auth/passkey', { key: key.sign({ challenge: forAdding }) })
    assert.equal(codeOf(answer), 'passkey_wrong')
  })

  test('the table holds no private key, and the journal says who added, used and took away', async () => {
    const { platform, product, owner } = await start()
    const key = softwareKey()
    await add(owner, key)
    await signIn(product.browser(), key)
    await owner.call('DELETE', `/service/profile/passkeys/${key.id}`)
    const { rows } = await sql<{ event: string }>`select event from journal order by id`.execute(platform.db)
    const events = rows.map(({ event }) => event)
    for (const event of ['passkey.add', 'client.signIn', 'passkey.remove']) assert.ok(events.includes(event), event)
  })
})
