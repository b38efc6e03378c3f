import assert from 'node:assert/strict'
import { test } from 'node:test'
import demo from '#config/lender.json' with { type: 'json' }
import { validateLender } from '#contract/lender.ts'
import { type Limit, limits } from '#contract/limits.ts'
import { openServer } from '#server/http/server.ts'
import { testClock } from '#server/platform/clock.ts'
import { openMemoryCounters } from '#server/platform/memory-counters.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { codeOf, openProduct } from '#server/testing/product.ts'
import { declaredCalls } from './declared.ts'

const table: Readonly<Record<string, Limit>> = limits
const tight = (name: string, by: readonly string[]) =>
  Object.fromEntries(
    Object.entries(table[name]?.figures ?? {}).flatMap(([figure, given]) =>
      by.includes(given.by) ? [[figure, { most: 2 }]] : [],
    ),
  )

test('L1: every call names a limit, and the limit counts who may make it', async () => {
  const missing = (await declaredCalls()).filter(({ who, limit }) => {
    const by = Object.values(table[limit]?.figures ?? {}).map((figure) => figure.by)
    const needed =
      who === 'anyone' ? ['ipv4'] : who === 'client' ? ['account', 'phone'] : who === 'machine' ? ['ipv4'] : ['staff']
    return !needed.some((key) => by.includes(key as 'ipv4'))
  })
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
})

test('L1: every limit says why, and each is named by a call or a route', async () => {
  const named = new Set((await declaredCalls()).map(({ limit }) => String(limit)))
  const ofRoutes = ['notSignedIn', 'unknownRoute', 'page', 'webhook', 'uploadStart', 'uploadPart', 'machineToken']
  // taken by its module: it counts the client, not who calls
  const ofModules = ['clientTelling']
  assert.deepEqual(
    Object.keys(table).filter((name) => !named.has(name) && ![...ofRoutes, ...ofModules].includes(name)),
    [],
  )
  for (const [name, { why, figures }] of Object.entries(table)) {
    assert.ok(why.length > 20, name)
    assert.ok(Object.keys(figures).length > 0, name)
  }
})

test('L1: the lender changes figures; a limit or figure that is none stops the start', () => {
  const of = (changes: object) => validateLender({ ...demo, limits: changes })
  assert.ok(of({ signInCode: { ipv4: { most: 600, window: 'PT2H' } } }).ok)
  for (const wrong of [{ signInCodes: {} }, { signInCode: { ip: { most: 1 } } }, { signInCode: { ipv4: { most: 0 } } }])
    assert.equal(of(wrong).ok, false, JSON.stringify(wrong))
})

onBothDatabases('limits of calls', (open) => {
  test('L1: a route without a limit does not come in', async () => {
    const app = await openServer(await open())
    assert.throws(() => app.get('/service/new', async () => ''), /GET \/service\/new has no limit/)
    await app.close()
  })

  test('L1: over its limit every call answers 429 with Retry-After and the catalogue’s words', async () => {
    const platform = await open()
    const all = (await declaredCalls()).filter(({ who }) => who === 'anyone')
    const overrides = Object.fromEntries(Object.keys(table).map((name) => [name, tight(name, ['ipv4', 'account'])]))
    const product = await openProduct(platform, {}, { limits: overrides })
    const answers: Record<string, number> = {}
    for (const { name, method, path } of all) {
      const browser = product.browser(`203.0.113.${Object.keys(answers).length + 1}`)
      const body = method === 'GET' || method === 'DELETE' ? undefined : {}
      for (let n = 0; n < 3; n += 1) {
        const answer = await browser.call(method, path.replace(/:\w+/g, 'x'), body)
        answers[name] = answer.status
        if (n === 2) {
          assert.equal(codeOf(answer), 'too_often', name)
          assert.match(answer.text, /Слишком часто/)
          assert.ok(Number(answer.headers['retry-after']) > 0, name)
        }
      }
    }
    assert.ok(Object.values(answers).every((status) => status === 429))
    await product.close()
  })

  test('L1: a borrower’s calls are counted by account, an upload’s before anything else of it', async () => {
    const platform = await open()
    const names = ['borrower', 'uploadStart', 'uploadPart', 'uploadFinish']
    const overrides = Object.fromEntries(names.map((name) => [name, { account: { most: 3 } }]))
    const product = await openProduct(platform, {}, { limits: overrides })
    const anna = product.browser()
    const boris = product.browser()
    await anna.signUp('+79161234567')
    await boris.signUp('+79161234568')
    const id = crypto.randomUUID()
    const made: readonly [string, string, object | undefined][] = [
      ['GET', '/service/profile', undefined],
      ['POST', '/service/uploads', undefined],
      ['HEAD', `/service/uploads/${id}`, undefined],
      ['POST', `/service/uploads/${id}/finish`, {}],
    ]
    for (const [method, path, body] of made) {
      for (let n = 0; n < 3; n += 1) assert.notEqual((await anna.call(method, path, body)).status, 429, path)
      assert.equal((await anna.call(method, path, body)).status, 429, `${method} ${path}`)
      assert.notEqual((await boris.call(method, path, body)).status, 429, 'another account')
    }
    await product.close()
  })

  test('L5: addresses that are none are limited, and those not signed in; who is signed in behind the same address is not', async () => {
    const platform = await open()
    const few = { ipv4: { most: 5 }, device: { most: 1000 } }
    const product = await openProduct(platform, {}, { limits: { unknownRoute: few, notSignedIn: few } })
    const anna = product.browser('203.0.113.5')
    await anna.signUp('+79161234567')
    const stranger = product.browser('203.0.113.5')
    for (const path of ['/service/nothing', '/service/profile']) {
      const statuses: number[] = []
      for (let n = 0; n < 7; n += 1) statuses.push((await stranger.call('GET', path)).status)
      assert.deepEqual(statuses.slice(4), [path.endsWith('nothing') ? 404 : 401, 429, 429], path)
    }
    assert.equal((await anna.call('GET', '/service/profile')).status, 200)
    await product.close()
  })
})

test('what is counted in memory keeps a bounded number of keys, the latest of them', () => {
  const clock = testClock()
  const counters = openMemoryCounters(clock, { limit: 2, window: 60_000 })
  for (let n = 0; n < 100_000; n += 1) counters.hit(`address ${n}`)
  assert.ok(counters.size() <= 20_000, `${counters.size()} keys`)
  counters.hit('address 99999')
  assert.equal(counters.hit('address 99999').allowed, false)
  clock.advance(60_001)
  assert.equal(counters.hit('address 99999').allowed, true)
})
