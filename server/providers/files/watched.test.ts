import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testClock } from '#server/platform/clock.ts'
import { newId } from '#server/platform/ids.ts'
import { openLog } from '#server/platform/log.ts'
import { openMetrics } from '#server/platform/metrics.ts'
import { Secret } from '#server/platform/secret.ts'
import { type FileStore, StoreAway } from './port.ts'
import { s3Files } from './s3.ts'
import { watchedFiles } from './watched.ts'

/** A store that is there or not, as the test says; it counts what it is asked. */
function falteringStore() {
  const state = { away: false, asked: 0 }
  const answer = <T>(value: T) => {
    state.asked += 1
    return state.away ? Promise.reject(new StoreAway('no connection')) : Promise.resolve(value)
  }
  const store: FileStore = {
    write: () => answer(undefined),
    read: () => answer(Buffer.from('x')),
    remove: () => answer(undefined),
    list: () => answer([]),
  }
  return { store, state }
}

test('I5: a store that is away is said at once, by 503, a metric and a line, and asked again until it is back', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] })
  const { store, state } = falteringStore()
  const metrics = openMetrics()
  const lines: string[] = []
  const log = openLog({ clock: testClock(), write: (line) => void lines.push(line) })
  const files = watchedFiles(store, { metrics, log })
  await sleep(0)
  state.away = true
  await assert.rejects(files.write(newId(), Buffer.from('x')), { code: 'unavailable' })
  const asked = state.asked
  for (let n = 0; n < 5; n += 1) await assert.rejects(files.read(newId(), 0, 1), { code: 'unavailable' })
  assert.equal(state.asked, asked, 'nobody waits for a store that is known to be away')
  assert.match(await metrics.text(), /^file_store_up 0$/m)
  assert.match(await metrics.text(), /^file_store_failures_total 1$/m)
  assert.equal(lines.filter((line) => line.includes('the file store is away')).length, 1)
  state.away = false
  context.mock.timers.tick(2000)
  await sleep(0)
  assert.equal(String(await files.read(newId(), 0, 1)), 'x')
  assert.match(await metrics.text(), /^file_store_up 1$/m)
  assert.ok(lines.some((line) => line.includes('the file store is back')))
  metrics.close()
})

test('I5: a file that is not there says nothing of the store', async () => {
  const { store } = falteringStore()
  const metrics = openMetrics()
  const missing = { ...store, read: () => Promise.reject(new Error('the file store answered 404 to a read')) }
  const files = watchedFiles(missing, { metrics, log: openLog({ clock: testClock(), write: () => {} }) })
  await assert.rejects(files.read(newId(), 0, 1), /404/)
  await files.write(newId(), Buffer.from('x'))
  assert.match(await metrics.text(), /^file_store_up 1$/m)
  metrics.close()
})

test('I5: no connection, 5xx and refused keys are a store that is away; 404 is a file that is not there', async () => {
  let status = 503
  const server = createServer((_request, response) => response.writeHead(status).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { ENDPOINT: endpoint, BUCKET: 'evidence', ACCESS_KEY_ID: 'id', SECRET_ACCESS_KEY: 'key' }
  const store = s3Files({
    provider: 's3',
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  })
  for (status of [503, 403]) await assert.rejects(store.read(newId(), 0, 1), StoreAway)
  status = 404
  await assert.rejects(store.read(newId(), 0, 1), (error) => !(error instanceof StoreAway))
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await assert.rejects(store.write(newId(), Buffer.from('x')), StoreAway)
})

test('I10: an address of the store that is none is refused at the start', () => {
  const settings = { ENDPOINT: 'store:8333', BUCKET: 'evidence', ACCESS_KEY_ID: 'id', SECRET_ACCESS_KEY: 'key' }
  const made = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)]))
  assert.throws(() => s3Files({ provider: 's3', settings: made }), /S3_ENDPOINT is to be an address/)
})
