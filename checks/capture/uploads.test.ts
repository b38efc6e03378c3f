import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import sharp from 'sharp'
import { startS3StandIn } from '#server/providers/files/stand-in.ts'
import { figures } from '../drills/parts/figures.ts'
import { seeded } from '../drills/random.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { inventedVideo, pagePhoto } from '../e2e/evidence.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { openTus } from './tus.ts'

/** `UPLOADS=100`: fifty megabytes. */
const uploads = Number(process.env.UPLOADS ?? 24)
const kills = Math.floor(uploads * 0.3)
/** As many files as one person may send in an hour, with some to spare. */
const ofOne = 60

const noise = (width: number) =>
  sharp({
    create: {
      width,
      height: 900,
      channels: 3,
      background: '#777',
      noise: { type: 'gaussian', mean: 128, sigma: 50 },
    },
  })
    .jpeg({ quality: 95 })
    .toBuffer()

describe('photos on a bad line', () => {
  let server: Running
  let client: Client
  let request: string
  let people = 0

  before(async () => {
    server = await runServer()
    await nextPerson()
  })
  after(async () => {
    await server?.stop()
  })

  async function nextPerson(): Promise<void> {
    people += 1
    client = openClient(server.url)
    await client.signUp(`916300010${people}`)
    request = (await client.create())._id
  }

  /** Sends from an offset and drops the line after `count` bytes. */
  const cut = (id: string, offset: number, bytes: Buffer, count: number) =>
    new Promise<void>((resolve) => {
      const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const sending = httpRequest(`${server.url}/service/uploads/${id}`, {
        method: 'PATCH',
        headers: {
          origin: server.url,
          cookie,
          'tus-resumable': '1.0.0',
          'upload-offset': String(offset),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(bytes.length - offset),
        },
      })
      sending.on('error', () => resolve())
      sending.on('response', () => resolve())
      sending.write(bytes.subarray(offset, offset + count), () => {
        setTimeout(() => {
          sending.destroy()
          resolve()
        }, 15)
      })
    })

  const stored = async (id: string): Promise<Buffer> => {
    const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${server.url}/service/uploads/${id}/file`, { headers: { cookie } })
    return Buffer.from(await answer.arrayBuffer())
  }

  test(`${uploads} uploads, each cut at a random byte, the server killed in ${kills}: all arrive whole`, async (context) => {
    const random = seeded(7)
    let tus = openTus(server.url, client)
    let sent = 0
    let killed = 0
    const lost: string[] = []
    for (let n = 0; n < uploads; n += 1) {
      if (n > 0 && n % ofOne === 0) {
        await nextPerson()
        tus = openTus(server.url, client)
      }
      const bytes = await noise(1200 + n)
      sent += bytes.length
      const { id, answer } = await tus.announce({ request, step: 28, bytes })
      assert.equal(answer.status, 201)
      await cut(id, 0, bytes, Math.floor(random() * bytes.length))
      if (Math.floor(((n + 1) * kills) / uploads) > Math.floor((n * kills) / uploads)) {
        await server.kill()
        await server.restart()
        killed += 1
      }
      let offset = await tus.offset(id)
      for (let tries = 0; offset !== bytes.length && tries < 20; tries += 1) {
        if (offset !== null) await tus.patch(id, offset, bytes.subarray(offset)).catch(() => null)
        else await new Promise((resolve) => setTimeout(resolve, 50))
        offset = await tus.offset(id)
      }
      const finished = await client.must<{ sha256: string }>('POST', `/service/uploads/${id}/finish`)
      const sha256 = createHash('sha256').update(await stored(id))
      if (sha256.digest('hex') !== finished.sha256) lost.push(id)
      const again = await client.must<{ sha256: string }>('POST', `/service/uploads/${id}/finish`)
      assert.equal(again.sha256, finished.sha256)
    }
    const kept = readdirSync(join(server.dataDir, 'files'))
    // A retake replaces what was there.
    const doubled = kept.length - Math.ceil(uploads / ofOne)
    figures(context, {
      drill: 12,
      fault: 'uploads cut at a random byte, the server killed during some',
      database: 'embedded',
      load: `${uploads} uploads, ${Math.round(sent / 1e6)} MB`,
      injected: killed,
      acknowledged: uploads,
      lost: lost.length,
      doubled,
    })
    assert.deepEqual(lost, [])
    assert.equal(doubled, 0)
    assert.equal(killed, kills)
    assert.deepEqual(readdirSync(join(server.dataDir, 'uploads')), [])
    // Sealed: what lies on the disk is no picture.
    assert.equal(readFileSync(join(server.dataDir, 'files', kept[0] ?? '')).includes('JFIF'), false)
  })

  test('nobody else can ask for, continue, finish, read or end an upload', async () => {
    const tus = openTus(server.url, client)
    const bytes = await pagePhoto()
    const { id } = await tus.whole({ request, step: 29, bytes })
    const stranger = openClient(server.url)
    await stranger.signUp('9163000002')
    const other = openTus(server.url, stranger)
    assert.equal(await other.offset(id), null)
    assert.equal((await other.patch(id, 0, bytes)).status, 404)
    assert.equal((await other.drop(id)).status, 404)
    assert.equal((await stranger.call('POST', `/service/uploads/${id}/finish`)).status, 404)
    assert.equal((await stranger.call('GET', `/service/uploads/${id}/file`)).status, 404)
    assert.equal((await stranger.call('GET', `/service/office/files/${id}`)).status, 401)
    assert.equal((await other.announce({ request, step: 29, bytes })).answer.status, 404)
    assert.equal(await openTus(server.url, openClient(server.url)).offset(id), null)
  })

  test('too large, another site, a wrong offset, half a file and old digits are refused', async () => {
    const tus = openTus(server.url, client)
    const large = await tus.announce({ request, step: 28, bytes: Buffer.alloc(11 * 1024 * 1024) })
    assert.equal(large.answer.status, 413)
    const foreign = await client.call('POST', '/service/uploads', undefined, {
      origin: 'https://elsewhere.example',
      'tus-resumable': '1.0.0',
    })
    assert.equal(foreign.status, 403)
    const bytes = await pagePhoto()
    const { id } = await tus.announce({ request, step: 28, bytes })
    assert.equal((await tus.patch(id, 100, bytes.subarray(100))).status, 409)
    await tus.patch(id, 0, bytes.subarray(0, 1000))
    const half = await client.call('POST', `/service/uploads/${id}/finish`)
    assert.equal((half.body as { error: { code: string } }).error.code, 'upload_incomplete')
    const video = await tus.whole({ request, step: 31, bytes: inventedVideo(7), digits: crypto.randomUUID() })
    assert.equal(video.body.error.code, 'digits_over')
  })

  test('a part of a file is served by Range', async () => {
    const tus = openTus(server.url, client)
    const { id } = await tus.whole({ request, step: 28, bytes: await pagePhoto() })
    const whole = await stored(id)
    const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const part = await fetch(`${server.url}/service/uploads/${id}/file`, { headers: { cookie, range: 'bytes=10-29' } })
    assert.equal(part.status, 206)
    assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(10, 30))
    assert.match(part.headers.get('content-security-policy') ?? '', /sandbox/)
    assert.equal(part.headers.get('x-content-type-options'), 'nosniff')
  })
})

test('files in a bucket, sealed before they leave; an upload that goes on with another server starts over', async () => {
  const store = await startS3StandIn()
  const server = await runServer({ env: store.env })
  try {
    const client = openClient(server.url)
    await client.signUp('9163000201')
    const request = (await client.create())._id
    const tus = openTus(server.url, client)
    const bytes = await pagePhoto()
    const { id } = await tus.announce({ request, step: 28, bytes })
    await tus.patch(id, 0, bytes.subarray(0, 0))
    for (const file of readdirSync(join(server.dataDir, 'uploads'))) rmSync(join(server.dataDir, 'uploads', file))
    assert.equal(await tus.offset(id), 0)
    await tus.patch(id, 0, bytes)
    const finished = await client.must<{ sha256: string; size: number }>('POST', `/service/uploads/${id}/finish`)
    const kept = store.kept.get(id)?.bytes
    assert.ok(kept && kept.length > finished.size && !kept.includes('JFIF'))
    const cookie = [...client.jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(`${server.url}/service/uploads/${id}/file`, { headers: { cookie } })
    const own = Buffer.from(await answer.arrayBuffer())
    assert.equal(createHash('sha256').update(own).digest('hex'), finished.sha256)
    assert.deepEqual(readdirSync(join(server.dataDir)).includes('files'), false)
  } finally {
    await server.stop()
    await store.stop()
  }
})

test('two pages of one person at one upload, and a third that replaces it: never an answer of 500', async (here) => {
  const server = await runServer({ lender: withLooseLimits })
  here.after(() => server.stop())
  const client = openClient(server.url)
  await client.signUp('9163000190')
  const request = (await client.create())._id
  const tus = openTus(server.url, client)
  const seen = new Map<number, number>()
  const count = (status: number) => seen.set(status, (seen.get(status) ?? 0) + 1)
  for (let round = 0; round < 12; round += 1) {
    const bytes = await pagePhoto()
    const { id } = await tus.announce({ request, step: 28, bytes })
    const half = bytes.length >> 1
    await tus.patch(id, 0, bytes.subarray(0, half))
    const page = async () => {
      count((await tus.patch(id, half, bytes.subarray(half))).status)
      for (let n = 0; n < 6; n += 1) {
        const asked = [
          client.call('POST', `/service/uploads/${id}/finish`).then(({ status }) => count(status)),
          tus.offset(id),
          client.call('GET', `/service/uploads/${id}/file`).then(({ status }) => count(status)),
          tus.patch(id, half, bytes.subarray(half)).then(({ status }) => count(status)),
        ]
        await Promise.all(asked)
      }
    }
    const other = async () => {
      await new Promise((go) => setTimeout(go, round * 8))
      if (round % 2) await tus.announce({ request, step: 28, bytes })
      else count((await tus.drop(id)).status)
    }
    await Promise.all([page(), page(), other()])
  }
  assert.deepEqual(
    [...seen.keys()].filter((status) => status >= 500),
    [],
    JSON.stringify([...seen]),
  )
  assert.doesNotMatch(server.output(), /unexpected error/)
})
