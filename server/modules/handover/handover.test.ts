import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct, type TestBrowser } from '#server/testing/product.ts'

const minute = 60_000

onBothDatabases('the capture handed over to a phone', (open) => {
  async function start() {
    const platform = await open()
    const product = await openProduct(platform)
    const desktop = product.browser()
    await desktop.signUp('+79161234567')
    const id = ((await desktop.create()).body as { _id: string })._id
    const path = `/service/requests/${id}/handover`
    const link = async () => ((await desktop.call('POST', path)).body as { token: string }).token
    const phone = product.browser()
    const openLink = (token: string, on = phone) => on.call('POST', '/service/handover', { token })
    const here = (same: boolean) => desktop.call('POST', `${path}/answer`, { same })
    const there = (same: boolean) => phone.call('POST', '/service/handover/answer', { same })
    const seen = async () => (await desktop.call('GET', path)).body as { state: string; number?: string }
    const seenThere = async (on = phone) =>
      (await on.call('GET', '/service/handover')).body as { state: string; number?: string; detail?: object }
    const mayCapture = async (on: TestBrowser = phone) =>
      (await on.call('POST', `/service/requests/${id}/digits`)).status
    return { platform, product, desktop, id, path, link, phone, openLink, here, there, seen, seenThere, mayCapture }
  }

  test('same number on both screens, agreed to on both: the phone captures, and does nothing else', async () => {
    const at = await start()
    assert.equal((await at.openLink(await at.link())).status, 204)
    const [one, two] = [await at.seen(), await at.seenThere()]
    assert.deepEqual([one.state, two.state], ['comparing', 'comparing'])
    assert.match(one.number ?? '', /^\d\d$/)
    assert.equal(one.number, two.number)
    assert.equal(await at.mayCapture(), 401)
    await at.there(true)
    assert.equal(await at.mayCapture(), 401, 'one screen alone is not enough')
    await at.here(true)
    const { state, detail } = await at.seenThere()
    assert.equal(state, 'joined')
    assert.ok(detail)
    assert.doesNotMatch(JSON.stringify(detail), /\+7|9161234567|phone/i, 'of the person the phone is told nothing')
    assert.equal(await at.mayCapture(), 201)
    const put = (step: number) =>
      at.phone.call('PUT', `/service/requests/${at.id}/steps/${step}`, { revision: 0, raw: {} })
    assert.equal((await put(10)).status, 404)
    assert.notEqual((await put(27)).status, 404)
    for (const [method, path] of [
      ['GET', `/service/requests/${at.id}`],
      ['GET', '/service/profile'],
      ['GET', at.path],
      ['POST', `/service/requests/${at.id}/codes`],
      ['PUT', `/service/requests/${at.id}/steps/10/draft`],
    ] as const)
      assert.equal((await at.phone.call(method, path, method === 'GET' ? undefined : {})).status, 401, path)
  })

  test('a link is good once, for ten minutes, until a newer one; its secret is nowhere in the database', async () => {
    const at = await start()
    const first = await at.link()
    const token = await at.link()
    assert.equal(codeOf(await at.openLink(first)), 'handover_over')
    assert.equal((await at.openLink(token)).status, 204)
    assert.equal(codeOf(await at.openLink(token, at.product.browser())), 'handover_over')
    assert.equal(codeOf(await at.openLink('x'.repeat(43))), 'handover_over')
    const late = await at.link()
    at.platform.clock.advance(10 * minute + 1000)
    assert.equal(codeOf(await at.openLink(late)), 'handover_over')
  })

  test('«no» on either screen ends it at once', async () => {
    const at = await start()
    await at.openLink(await at.link())
    await at.there(true)
    await at.here(false)
    assert.equal((await at.seenThere()).state, 'over')
    await at.openLink(await at.link())
    await at.there(true)
    await at.here(true)
    assert.equal(await at.mayCapture(), 201)
    await at.here(false)
    assert.equal(await at.mayCapture(), 401)
  })

  test('a stranger neither starts, sees nor answers a hand-over, and another phone cannot join in', async () => {
    const at = await start()
    const stranger = at.product.browser()
    await stranger.signUp('+79001002030')
    await at.openLink(await at.link())
    assert.equal((await stranger.call('POST', at.path)).status, 404)
    assert.equal((await stranger.call('GET', at.path)).status, 404)
    assert.equal((await stranger.call('POST', `${at.path}/answer`, { same: true })).status, 404)
    assert.equal((await at.seenThere(at.product.browser())).state, 'over')
    await at.there(true)
    await at.here(true)
    const theirs = ((await stranger.create()).body as { _id: string })._id
    assert.equal((await at.phone.call('POST', `/service/requests/${theirs}/digits`)).status, 404)
  })
})
