import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { Secret } from '#server/platform/secret.ts'
import { localFiles } from './local.ts'
import type { FileStore } from './port.ts'
import { s3Files } from './s3.ts'
import { startS3StandIn } from './stand-in.ts'

const configured = (env: Record<string, string>) => ({
  provider: 's3',
  settings: Object.fromEntries(Object.entries(env).map(([key, value]) => [key.slice('S3_'.length), new Secret(value)])),
})
const bytesOf = (text: string) => new TextEncoder().encode(text)

function keepsItsWord(open: () => Promise<FileStore>) {
  test('what was written is read, whole and in part; written again, it is replaced', async () => {
    const store = await open()
    const id = newId()
    await store.write(id, bytesOf('0123456789'))
    assert.equal(String(await store.read(id, 0, 10)), '0123456789')
    assert.equal(String(await store.read(id, 3, 6)), '345')
    assert.equal(String(await store.read(id, 8, 50)), '89')
    assert.equal((await store.read(id, 10, 20)).length, 0)
    assert.equal((await store.read(id, 4, 4)).length, 0)
    await store.write(id, bytesOf('other'))
    assert.equal(String(await store.read(id, 0, 5)), 'other')
  })

  test('what is not there is not read; removing it is fine', async () => {
    const store = await open()
    await assert.rejects(store.read(newId(), 0, 1))
    const id = newId()
    await store.write(id, bytesOf('x'))
    await store.remove(id)
    await store.remove(id)
    await assert.rejects(store.read(id, 0, 1))
  })

  test('lists what is older than a moment, however much there is', async () => {
    const store = await open()
    const ids = Array.from({ length: 8 }, () => newId()).sort()
    for (const id of ids) await store.write(id, bytesOf('x'))
    assert.deepEqual(await store.list(new Date(Date.now() - 60_000)), [])
    const listed = await store.list(new Date(Date.now() + 60_000))
    assert.deepEqual(
      ids.filter((id) => !listed.includes(id)),
      [],
    )
  })

  test('a name that is no id never reaches the store', async () => {
    const store = await open()
    await assert.rejects(async () => store.write('../../etc/passwd', bytesOf('x')))
  })
}

describe('files in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-files-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  keepsItsWord(async () => localFiles(folder))
})

describe('files in a bucket', () => {
  const starting = startS3StandIn()
  after(async () => (await starting).stop())
  keepsItsWord(async () => s3Files(configured((await starting).env)))

  test('a call with another secret is refused, and so is a start without one', async () => {
    const { env } = await starting
    const wrong = s3Files(configured({ ...env, S3_SECRET_ACCESS_KEY: 'another' }))
    await assert.rejects(wrong.write(newId(), bytesOf('x')), /403/)
    const { S3_SECRET_ACCESS_KEY: _left, ...incomplete } = env
    assert.throws(() => s3Files(configured(incomplete)), /S3_SECRET_ACCESS_KEY is missing/)
  })

  test('a third of the calls broken off or answered 503: everything arrives', async (context) => {
    const faulty = await startS3StandIn({ faults: 0.3 })
    context.after(() => faulty.stop())
    const store = s3Files(configured(faulty.env))
    const ids = Array.from({ length: 20 }, () => newId())
    let lost = 0
    await Promise.all(ids.map((id) => store.write(id, bytesOf(id)).catch(() => (lost += 1))))
    // Four tries of one write all fall upon a fault once in a hundred: more than a few such are no chance.
    assert.ok(lost <= 5, `${lost} of 20 gave up after four tries`)
    for (const [id, { bytes }] of faulty.kept) assert.equal(String(bytes), id)
  })
})
