import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { until } from '#server/testing/until.ts'
import { reviewBench } from '../verification/review-bench.ts'
import { createCalling } from './service.ts'

const minute = 60_000

onBothDatabases('J6: «are you calling me now?»', (open) => {
  async function start() {
    const platform = await open()
    const bench = reviewBench(platform)
    const anna = await bench.addStaff('Выдумкина Анна')
    const boris = await bench.addStaff('Борис')
    const names = new Map([
      [anna, 'Выдумкина Анна'],
      [boris, 'Борис'],
    ])
    const calling = createCalling({ platform, requests: bench.requests, staffNames: async () => names })
    const id = await bench.queued()
    const client = (await bench.requests.find(id))?.client_id ?? ''
    return { platform, bench, calling, anna, boris, id, client }
  }

  it('J6: names who calls, by the given name, until they hang up', async () => {
    const { bench, calling, anna, id, client } = await start()
    assert.deepEqual(await calling.seenBy(client), { calling: null })
    const { until } = await bench.within((tx) => calling.start(tx, id, anna))
    assert.deepEqual(await calling.seenBy(client), { calling: { name: 'Анна', until } })
    assert.deepEqual(await calling.seenBy('somebody-else'), { calling: null })
    await bench.within((tx) => calling.end(tx, id, anna))
    assert.deepEqual(await calling.seenBy(client), { calling: null })
  })

  it('J6: is over by itself after fifteen minutes', async () => {
    const { platform, bench, calling, anna, id, client } = await start()
    await bench.within((tx) => calling.start(tx, id, anna))
    platform.clock.advance(15 * minute - 1000)
    assert.notEqual((await calling.seenBy(client)).calling, null)
    platform.clock.advance(1000)
    assert.equal((await calling.seenBy(client)).calling, null)
  })

  it('J6: is ended by who began it only, and the client’s screens hear of both', async () => {
    const { platform, bench, calling, anna, boris, id, client } = await start()
    const heard: (string | null)[] = []
    platform.live.subscribe(client, (change) => heard.push(change?.id ?? null))
    // Notices come in the order of their commits: what queueing told comes before the mark.
    const mark = (name: string) => platform.transact(async (tx) => platform.live.publish(tx, client, { id: name }))
    await mark('before')
    await bench.within((tx) => calling.start(tx, id, anna))
    await bench.within((tx) => calling.end(tx, id, boris))
    assert.notEqual((await calling.seenBy(client)).calling, null)
    await bench.within((tx) => calling.end(tx, id, anna))
    await mark('after')
    await until(() => heard.includes('after'))
    assert.deepEqual(heard.slice(heard.indexOf('before') + 1, -1), [id, id])
  })
})
