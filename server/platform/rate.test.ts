import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'

const limit = { limit: 3, window: 60_000 }

onBothDatabases('the rate of calls', (open) => {
  test('is allowed up to the limit, then refused until the window ends', async () => {
    const { rate, clock } = await open()
    const hit = () => rate.hit('codes', '+79990000001', limit)
    assert.deepEqual([(await hit()).left, (await hit()).left, (await hit()).left], [2, 1, 0])
    clock.advance(20_500)
    assert.deepEqual(await hit(), { allowed: false, left: 0, resets: 40, retryAfter: 40, passed: true })
    clock.advance(39_500)
    assert.equal((await hit()).allowed, true)
  })

  test('is counted apart for each key and scope', async () => {
    const { rate } = await open()
    for (let n = 0; n < 4; n += 1) await rate.hit('codes', 'a', limit)
    assert.equal((await rate.hit('codes', 'b', limit)).allowed, true)
    assert.equal((await rate.hit('uploads', 'a', limit)).allowed, true)
    assert.equal((await rate.hit('codes', 'a', limit)).allowed, false)
    await rate.forget('codes', 'a')
    assert.equal((await rate.hit('codes', 'a', limit)).allowed, true)
  })

  test('counts every one of many parallel hits', async () => {
    const { rate } = await open()
    const hits = await Promise.all(
      Array.from({ length: 30 }, () => rate.hit('codes', 'p', { limit: 10, window: 60_000 })),
    )
    assert.equal(hits.filter((hit) => hit.allowed).length, 10)
  })
})
