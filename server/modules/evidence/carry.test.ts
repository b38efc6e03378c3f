import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { openProduct } from '#server/testing/product.ts'

const day = 24 * 3600_000

onBothDatabases('a photo of the last request', (open) => {
  async function start() {
    const platform = await open()
    const { services, browser } = await openProduct(platform)
    const person = browser()
    await person.signUp('+79161234567')
    const idOf = (body: unknown) => (body as { _id: string })._id
    const first = await services.requests.find(idOf((await person.create()).body))
    assert.ok(first)
    const { evidence } = services
    const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#c8a090' } })
      .jpeg()
      .toBuffer()
    const id = newId()
    const announced = { id, requestId: first.id, step: 28, size: bytes.length, digitsId: undefined }
    const row = await evidence.announce(first.client_id, announced)
    await evidence.receiving.begin(row)
    await evidence.receiving.append(row, 0, Readable.from([bytes]))
    const stored = await evidence.finish({ id: first.client_id }, id)
    await person.call('POST', `/service/requests/${first.id}/withdraw`, { version: first.version }, person.key())
    const second = await services.requests.find(idOf((await person.create()).body))
    assert.ok(second)
    const carry = (step: number, file: string, days: number) =>
      platform.transact((tx) => evidence.carry(tx, second, step, file, days * day))
    const accept = () => platform.transact((tx) => evidence.take(tx, first, 28, id))
    return { platform, evidence, first, second, id, stored, carry, accept, browser, services }
  }

  test('accepted and fresh: the new request owns a copy of the same bytes', async () => {
    const { evidence, second, id, stored, carry, accept } = await start()
    assert.equal(await carry(28, id, 1), null, 'never accepted')
    await accept()
    const copy = await carry(28, id, 1)
    assert.ok(copy && copy !== id)
    const row = await evidence.owned({ id: second.client_id }, copy)
    assert.deepEqual([row.request_id, row.sha256, row.accepted_at], [second.id, stored.sha256, null])
    const read = (of: typeof row) => evidence.read(of, 0, of.stored_size ?? 0)
    assert.deepEqual(await read(row), await read(stored))
  })

  test('too old, another step’s, another person’s or unknown: asked again', async () => {
    const { platform, evidence, id, carry, accept, browser, services } = await start()
    await accept()
    assert.equal(await carry(29, id, 1), null)
    assert.equal(await carry(28, newId(), 1), null)
    const stranger = browser()
    await stranger.signUp('+79001002030')
    const theirs = await services.requests.find(((await stranger.create()).body as { _id: string })._id)
    assert.ok(theirs)
    assert.equal(await platform.transact((tx) => evidence.carry(tx, theirs, 28, id, day)), null)
    platform.clock.advance(day + 1000)
    assert.equal(await carry(28, id, 1), null)
  })
})
