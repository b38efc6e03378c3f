import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startS3StandIn } from '#server/providers/files/stand-in.ts'
import { openTus } from '../capture/tus.ts'
import { openClient } from '../e2e/client.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { runServer } from '../e2e/server.ts'
import { trustsUs } from './parts/ground.ts'

test('I5: the store of photos goes away: 503 with Retry-After in words, a line, a metric; everything else goes on; well after it is back', async () => {
  const store = await startS3StandIn()
  const port = Number(new URL(store.env.S3_ENDPOINT).port)
  const server = await runServer({ env: { ...trustsUs, ...store.env } })
  const up = async () => /^file_store_up (\d)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]
  try {
    const client = openClient(server.url)
    await client.signUp('9165557311')
    const { _id: request } = await client.create()
    const bytes = await pagePhoto()
    const tus = openTus(server.url, client)
    assert.equal((await tus.whole({ request, step: 28, bytes })).status, 200)
    assert.equal(await up(), '1')
    await store.stop()

    const { id, answer } = await tus.announce({ request, step: 29, bytes })
    assert.equal(answer.status, 201)
    assert.equal((await tus.patch(id, 0, bytes)).status, 204, 'what has arrived stays')
    const cookie = [...client.jar].map((pair) => pair.join('=')).join('; ')
    const finish = () =>
      fetch(`${server.url}/service/uploads/${id}/finish`, { method: 'POST', headers: { origin: server.url, cookie } })
    const refused = await finish()
    assert.equal(refused.status, 503)
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    const { error } = (await refused.json()) as { error: { code: string; message: string } }
    assert.equal(error.code, 'unavailable')
    assert.match(error.message, /[а-я]/)
    assert.equal(await up(), '0')
    assert.equal(server.output().split('the file store is away').length, 2, 'said once')
    assert.equal((await client.call('GET', `/service/requests/${request}`)).status, 200)

    const again = await startS3StandIn({ port })
    try {
      for (let n = 0; n < 100 && (await up()) !== '1'; n += 1) await new Promise((go) => setTimeout(go, 100))
      assert.equal((await finish()).status, 200)
    } finally {
      await again.stop()
    }
  } finally {
    await server.stop()
  }
})
