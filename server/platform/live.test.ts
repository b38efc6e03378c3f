import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { until } from '#server/testing/until.ts'
import type { Change } from './live.ts'

onBothDatabases('live changes', (open) => {
  test('reach the client’s listeners after the commit, and nobody else', async () => {
    const platform = await open()
    const heard: Array<Change | null> = []
    const foreign: Array<Change | null> = []
    const stop = platform.live.subscribe('client1', (change) => heard.push(change))
    platform.live.subscribe('client2', (change) => foreign.push(change))
    const publish = (id: string, version?: number) =>
      platform.transact(async (tx) => platform.live.publish(tx, 'client1', { id, ...(version && { version }) }))
    await publish('r1')
    await publish('r1', 7)
    await until(() => heard.length === 2)
    stop()
    let last: string | null = null
    platform.live.subscribeAll((_, id) => {
      last = id
    })
    await publish('r2')
    await until(() => last === 'r2')
    assert.deepEqual([heard, foreign], [[{ id: 'r1' }, { id: 'r1', version: 7 }], []])
  })

  test('of a failed transaction are never heard', async () => {
    const platform = await open()
    const heard: Array<Change | null> = []
    platform.live.subscribe('client1', (change) => heard.push(change))
    const failed = platform.transact(async (tx) => {
      platform.live.publish(tx, 'client1', { id: 'never' })
      throw new Error('no')
    })
    await assert.rejects(failed)
    await platform.transact(async (tx) => platform.live.publish(tx, 'client1', { id: 'later' }))
    await until(() => heard.length > 0)
    assert.deepEqual(heard, [{ id: 'later' }])
  })
})
