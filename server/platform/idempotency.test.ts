import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { once, sweepIdempotency } from './idempotency.ts'

const call = {
  actor: 'client:1',
  key: 'key-00000001',
  method: 'POST',
  path: '/service/requests',
  body: { amount: 5000 },
}

onBothDatabases('an idempotent call', (open) => {
  test('has one effect and one reply, byte for byte, however often it is repeated', async () => {
    const platform = await open()
    let effects = 0
    const act = () =>
      once(platform, call, async () => {
        effects += 1
        return { status: 201, body: '{"_id":"а","n":1.50}' }
      })
    const first = await act()
    const again = await act()
    assert.deepEqual([first.replayed, again.replayed, effects], [false, true, 1])
    assert.deepEqual([again.status, again.body], [first.status, first.body])
  })

  test('sent 20 times at once acts once; the others are told to wait or get the same reply', async () => {
    const platform = await open()
    let effects = 0
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        once(platform, call, async (tx) => {
          await sql`select 1`.execute(tx.db)
          effects += 1
          return { status: 201, body: 'done' }
        }),
      ),
    )
    assert.equal(effects, 1)
    for (const result of results) {
      if (result.status === 'fulfilled') assert.equal(result.value.body, 'done')
      else assert.deepEqual([result.reason.code, result.reason.status], ['request_in_flight', 409])
    }
    assert.ok(results.some((result) => result.status === 'fulfilled'))
  })

  test('with another body, path or method under the same key is refused', async () => {
    const platform = await open()
    await once(platform, call, async () => ({ status: 201, body: '' }))
    for (const other of [{ body: { amount: 6000 } }, { path: '/service/other' }, { method: 'PUT' }]) {
      const reused = once(platform, { ...call, ...other }, async () => assert.fail('ran'))
      await assert.rejects(reused, { code: 'idempotency_key_reused', status: 422 })
    }
  })

  test('of another actor with the same key is another call', async () => {
    const platform = await open()
    await once(platform, call, async () => ({ status: 201, body: 'mine' }))
    const other = await once(platform, { ...call, actor: 'client:2' }, async () => ({ status: 201, body: 'yours' }))
    assert.equal(other.body, 'yours')
  })

  test('without a key is refused', async () => {
    const platform = await open()
    for (const key of [undefined, '', 'short', 'with space 123', 'x'.repeat(201)]) {
      const missing = once(platform, { ...call, key }, async () => assert.fail('ran'))
      await assert.rejects(missing, { code: 'idempotency_key_missing', status: 400 })
    }
  })

  test('that failed keeps nothing, so it may be tried again', async () => {
    const platform = await open()
    await assert.rejects(
      once(platform, call, async () => {
        throw new Error('no')
      }),
    )
    assert.equal((await once(platform, call, async () => ({ status: 201, body: 'ok' }))).replayed, false)
  })

  test('is forgotten after 30 days', async () => {
    const platform = await open()
    const act = () => once(platform, call, async () => ({ status: 201, body: 'ok' }))
    await act()
    platform.clock.advance(29 * 86_400_000)
    await sweepIdempotency(platform)
    assert.equal((await act()).replayed, true)
    platform.clock.advance(2 * 86_400_000)
    await sweepIdempotency(platform)
    assert.equal((await act()).replayed, false)
  })
})
