import assert from 'node:assert/strict'
import { it } from 'node:test'
import { softwareKey } from '#server/testing/authenticator.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'

const minute = 60_000
const challengeOf = ({ body }: { body: unknown }) => (body as { challenge: string }).challenge

onBothDatabases('passkeys of the staff', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const member = async (login: string, role: string) => ({
      login,
      ...(await signedInStaff(platform, product, login, role)),
    })
    return { platform, product, member }
  }

  async function add(browser: TestBrowser, key: ReturnType<typeof softwareKey>) {
    const options = await browser.call('POST', '/service/office/me/passkeys/options')
    if (options.status !== 200) return options
    return browser.call('POST', '/service/office/me/passkeys', { key: key.make({ challenge: challengeOf(options) }) })
  }

  async function signIn(
    browser: TestBrowser,
    who: { login: string; password: string },
    key: ReturnType<typeof softwareKey>,
  ) {
    const challenge = challengeOf(await browser.call('POST', '/service/office/session/passkey/options'))
    const { login, password } = who
    return browser.call('POST', '/service/office/session/passkey', { login, password, key: key.sign({ challenge }) })
  }

  it('I2: a key takes the place of the code, never of the password, and is its owner’s only', async () => {
    const { product, member } = await start()
    const anna = await member('anna', 'verifier')
    const boris = await member('boris', 'verifier')
    const key = softwareKey()
    assert.equal((await add(anna.browser, key)).status, 204)
    const browser = product.browser()
    assert.equal(codeOf(await signIn(browser, { login: 'anna', password: 'wrong-wrong-wrong' }, key)), 'sign_in_wrong')
    assert.equal(codeOf(await signIn(browser, boris, key)), 'sign_in_wrong', 'another’s key')
    assert.equal(codeOf(await signIn(browser, anna, softwareKey())), 'sign_in_wrong', 'an unknown key')
    const inside = await signIn(browser, anna, key)
    assert.equal(inside.status, 200, inside.text)
    assert.equal((await browser.call('GET', '/service/office/me')).status, 200)
    assert.equal((await browser.call('DELETE', `/service/office/me/passkeys/${key.id}`)).status, 204)
    assert.equal(codeOf(await signIn(product.browser(), anna, key)), 'sign_in_wrong')
  })

  it('a reset takes the member’s keys away', async () => {
    const { product, member } = await start()
    const anna = await member('anna', 'verifier')
    const [vera, gleb] = [await member('vera', 'administrator'), await member('gleb', 'administrator')]
    const key = softwareKey()
    await add(anna.browser, key)
    const { office, passkeys } = product.services
    const id = (await office.staff.list()).find(({ login }) => login === 'anna')?.id ?? ''
    await vera.browser.call('POST', `/service/office/staff/${id}/reset`)
    const { body } = await gleb.browser.call('GET', '/service/office/staff')
    const [grant] = (body as { grants: { id: string }[] }).grants
    assert.equal((await passkeys.list({ kind: 'staff', id })).length, 1)
    await gleb.browser.call('POST', `/service/office/grants/${grant?.id}`, { confirm: true })
    assert.deepEqual(await passkeys.list({ kind: 'staff', id }), [])
  })

  it('N10: a stranger’s wrong tries, behind the same address too, do not keep a key’s owner out of a new browser', async () => {
    const { product, member } = await start()
    const anna = await member('anna', 'verifier')
    const key = softwareKey()
    await add(anna.browser, key)
    const stranger = product.browser()
    const statuses: number[] = []
    for (let n = 0; n < 15; n += 1) statuses.push((await signIn(stranger, anna, softwareKey())).status)
    assert.equal(statuses.at(-1), 429)
    const inside = await signIn(product.browser(), anna, key)
    assert.equal(inside.status, 200, inside.text)
  })

  it('I2: a key is added only by who has just signed in, and a disabled member’s opens nothing', async () => {
    const { platform, product, member } = await start()
    const boss = await member('boss', 'administrator')
    const anna = await member('anna', 'verifier')
    const key = softwareKey()
    await add(anna.browser, key)
    platform.clock.advance(6 * minute)
    assert.equal(codeOf(await add(anna.browser, softwareKey())), 'sign_in_again')
    const { items } = (await boss.browser.call('GET', '/service/office/staff')).body as {
      items: { id: string; login: string }[]
    }
    const id = items.find(({ login }) => login === 'anna')?.id
    assert.ok((await boss.browser.call('POST', `/service/office/staff/${id}`, { disabled: true })).status < 300)
    assert.equal(codeOf(await signIn(product.browser(), anna, key)), 'sign_in_wrong')
  })
})
