import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { somebody } from '#server/testing/life.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'

const minute = 60_000
const phone = '+79161234567'
const other = { way: 'sbp', bankName: 'Т-Банк', bankId: '100000000004', phone: '+7 (900) 000-00-55' }

onBothDatabases('a fresh code before the money goes elsewhere', (open) => {
  /** Somebody signed in, with an offer that stands. */
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const browser = product.browser()
    await browser.signUp(phone)
    const { requests } = product.services
    const { rows } = await sql<{ id: string }>`select id from client`.execute(platform.db)
    const id = await platform.transact(async (tx) => {
      const made = await requests.create(tx, rows[0]?.id ?? '', 'loan', { terms: null }, 'Approved')
      return (await requests.saveFacts(tx, made, somebody)).id
    })
    const change = () => browser.call('PUT', `/service/requests/${id}/steps/32`, { revision: 0, raw: other })
    const destination = async () => requests.facts((await requests.find(id)) as never).destination
    return { platform, product, browser, id, change, destination }
  }

  test('B7: within five minutes of a code the destination is taken; later it asks for another one, and keeps the old', async () => {
    const { platform, browser, change, destination } = await start()
    platform.clock.advance(5 * minute + 1000)
    const asked = await change()
    assert.equal(asked.status, 403)
    assert.equal(codeOf(asked), 'confirm_again')
    assert.deepEqual(await destination(), somebody.destination)

    const before = browser.jar.get('__Host-zayavka')
    assert.equal((await browser.call('POST', '/service/auth/confirmation/codes')).status, 202)
    assert.equal(codeOf(await browser.call('POST', '/service/auth/confirmation', { code: '000000' })), 'code_wrong')
    assert.equal((await browser.call('POST', '/service/auth/confirmation', { code: '111111' })).status, 204)
    assert.notEqual(browser.jar.get('__Host-zayavka'), before, 'a new cookie')
    assert.equal((await change()).status, 200)
    assert.deepEqual((await destination())?.kind, 'sbp')
    assert.notDeepEqual(await destination(), somebody.destination)
  })

  test('B7: the old cookie is dead after the confirmation, and a code is good once, in its session only', async () => {
    const { product, browser } = await start()
    const old = browser.jar.get('__Host-zayavka') ?? ''
    await browser.call('POST', '/service/auth/confirmation/codes')
    const second = product.browser()
    await second.signUp(phone)
    assert.equal(codeOf(await second.call('POST', '/service/auth/confirmation', { code: '111111' })), 'code_wrong')
    assert.equal((await browser.call('POST', '/service/auth/confirmation', { code: '111111' })).status, 204)
    assert.equal(codeOf(await browser.call('POST', '/service/auth/confirmation', { code: '111111' })), 'code_wrong')
    const thief = product.browser()
    thief.jar.set('__Host-zayavka', old)
    assert.equal((await thief.call('GET', '/authenticated')).status, 401)
  })

  test('B7: codes are a minute apart and five an hour; five wrong tries void one', async () => {
    const { platform, browser, change } = await start()
    platform.clock.advance(6 * minute)
    const send = () => browser.call('POST', '/service/auth/confirmation/codes')
    await send()
    assert.equal((await send()).headers['retry-after'], '60')
    for (let n = 0; n < 5; n += 1) await browser.call('POST', '/service/auth/confirmation', { code: '000000' })
    assert.equal(codeOf(await browser.call('POST', '/service/auth/confirmation', { code: '111111' })), 'code_wrong')
    assert.equal(codeOf(await change()), 'confirm_again')
    for (let n = 0; n < 4; n += 1) {
      platform.clock.advance(minute + 1000)
      assert.equal((await send()).status, 202)
    }
    platform.clock.advance(minute + 1000)
    assert.equal((await send()).status, 429)
  })
})
