import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { until } from '#server/testing/until.ts'

onBothDatabases('live changes', (open) => {
  test('reach the client’s listeners after the commit, and nobody else', async () => {
    const platform = await open()
    const heard: Array<string | null> = []
    const foreign: Array<string | null> = []
    const stop = platform.live.subscribe('client1', (id) => heard.push(id))
    platform.live.subscribe('client2', (id) => foreign.push(id))
    const publish = (id: string) => platform.transact(async (tx) => platform.live.publish(tx, 'client1', id))
    await publish('r1')
    await until(() => heard.length === 1)
    stop()
    let last: string | null = null
    platform.live.subscribeAll((_, id) => {
      last = id
    })
    await publish('r2')
    await until(() => last === 'r2')
    assert.deepEqual([heard, foreign], [['r1'], []])
  })

  test('of a failed transaction are never heard', async () => {
    const platform = await open()
    const heard: Array<string | null> = []
    platform.live.subscribe('client1', (id) => heard.push(id))
    const failed = platform.transact(async (tx) => {
      platform.live.publish(tx, 'client1', 'never')
      throw new Error('no')
    })
    await assert.rejects(failed)
    await platform.transact(async (tx) => platform.live.publish(tx, 'client1', 'later'))
    await until(() => heard.length > 0)
    assert.deepEqual(heard, ['later'])
  })
})
