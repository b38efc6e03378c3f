import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { until } from '#server/testing/until.ts'
import { officeLive } from './live.ts'
import { officeBench } from './office-bench.ts'

onBothDatabases('The live notice of the queue', (open) => {
  it('tells a signed-in member which requests changed, one notice for a burst, and stops for one who is cut off', async () => {
    const platform = await open()
    const bench = await officeBench(platform)
    officeLive(bench.app, platform, bench.office)
    const session = await bench.signIn(await bench.add('anna', 'verifier'))
    await bench.app.listen({ port: 0, host: '127.0.0.1' })
    const url = `http://127.0.0.1:${(bench.app.server.address() as AddressInfo).port}/service/office/live`
    assert.equal((await fetch(url)).status, 401)
    const stop = new AbortController()
    const stream = await fetch(url, { headers: { cookie: `__Host-zayavka-office=${session}` }, signal: stop.signal })
    assert.match(stream.headers.get('content-type') ?? '', /^text\/event-stream/)
    let heard = ''
    const reading = (async () => {
      for await (const part of stream.body ?? []) heard += Buffer.from(part).toString()
    })().catch(() => {})
    await platform.transact(async (tx) => {
      for (const id of ['r-1', 'r-2', 'r-1']) platform.live.publish(tx, 'c-1', { id, version: 1 })
    })
    await until(() => heard.includes('data:'))
    assert.deepEqual(heard.match(/event: queue\ndata: .*/g), ['event: queue\ndata: {"ids":["r-1","r-2"]}'])
    assert.doesNotMatch(heard, /c-1/)
    stop.abort()
    await reading
    await bench.close()
  })
})
