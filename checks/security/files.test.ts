import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { openTus } from '../capture/tus.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { type Running, runServer } from '../e2e/server.ts'

let server: Running
let client: Client
let stranger: Client
let request: string

before(async () => {
  server = await runServer()
  client = openClient(server.url)
  await client.signUp('9161234567')
  request = (await client.create())._id
  await client.fill(request, {}, 28)
  stranger = openClient(server.url)
  await stranger.signUp('9001002030')
})
after(() => server?.stop())

const cookie = () => [...client.jar].map((pair) => pair.join('=')).join('; ')
const encoded = (text: string) => Buffer.from(text).toString('base64')
const announce = (headers: Record<string, string>) =>
  fetch(`${server.url}/service/uploads`, {
    method: 'POST',
    headers: { origin: server.url, cookie: cookie(), 'tus-resumable': '1.0.0', ...headers },
  })
const metadata = (more: Record<string, string> = {}, id: string = crypto.randomUUID()) =>
  Object.entries({ id, request, step: '28', ...more })
    .map(([name, value]) => `${name} ${encoded(value)}`)
    .join(',')

function chunk(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(body.length)
  return Buffer.concat([head, Buffer.from(type), body, Buffer.alloc(4)])
}
/** A PNG of 50 kB that says it is 30000 × 30000. */
function flood(): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(30_000, 0)
  head.writeUInt32BE(30_000, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const idat = deflateSync(Buffer.alloc(40_000_000))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', idat),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Resident memory of the server, from its own metrics or the system. */
async function memory(): Promise<number> {
  const { text } = await client.call('GET', '/metrics')
  const said = /^process_resident_memory_bytes (\d+)/m.exec(text)?.[1]
  return Number(said ?? 0)
}

describe('files from strangers', () => {
  test('F5: whatever name a file is given, it goes into no path and no header', async (context) => {
    const names = [
      '../../../etc/passwd',
      '..\\..\\x',
      'a\0b.jpg',
      'CON',
      'x'.repeat(4096),
      '\u202egpj.exe',
      '"; filename="x.html',
      'a\r\nSet-Cookie: x=1',
      '.htaccess',
    ]
    const before = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' }).length
    for (const name of names) {
      const answer = await announce({ 'upload-length': '10', 'upload-metadata': metadata({ filename: name, name }) })
      assert.ok(answer.status < 500, `${name}: ${answer.status}`)
      assert.doesNotMatch(answer.headers.get('location') ?? '', /\.\.|passwd|CON|html/)
    }
    const evil = await announce({ 'upload-length': '10', 'upload-metadata': metadata({}, '../../evil') })
    assert.ok(evil.status >= 400 && evil.status < 500)
    const files = readdirSync(server.dataDir, { recursive: true, encoding: 'utf8' })
    for (const file of files) assert.doesNotMatch(file, /passwd|evil|CON$|htaccess|\u202e/)
    assert.ok(files.length - before < 60)
    context.diagnostic(`F5: ${names.length + 1} names`)
  })

  test('F2: too long is refused before a byte, and cut off while it comes', async () => {
    const large = await announce({ 'upload-length': String(11 * 1024 * 1024), 'upload-metadata': metadata() })
    assert.equal(large.status, 413)
    const id = crypto.randomUUID()
    assert.equal((await announce({ 'upload-length': '1000', 'upload-metadata': metadata({}, id) })).status, 201)
    const more = await openTus(server.url, client).patch(id, 0, new Uint8Array(5000))
    assert.ok(more.status >= 400 && more.status < 500, `more bytes than announced answered ${more.status}`)
    const unknown = await announce({ 'upload-defer-length': '1', 'upload-metadata': metadata() })
    assert.ok(unknown.status >= 400 && unknown.status < 500, `an unknown length answered ${unknown.status}`)
    const statuses: number[] = []
    for (let n = 0; n < 90; n += 1)
      statuses.push((await announce({ 'upload-length': '10', 'upload-metadata': metadata() })).status)
    assert.ok(
      statuses.some((status) => status === 422 || status === 429),
      `ninety uploads: ${[...new Set(statuses)]}`,
    )
  })

  test('F3: a flood of points is refused about as soon as a usual photo is taken, in little memory, and others are answered meanwhile', async (context) => {
    const drowned = openClient(server.url)
    await drowned.signUp('9003004050')
    const { _id } = await drowned.create()
    await drowned.fill(_id, {}, 28)
    const sent = async (bytes: Buffer) => {
      const started = performance.now()
      const answer = await openTus(server.url, drowned).whole({ request: _id, step: 28, bytes })
      return { ...answer, took: performance.now() - started }
    }
    const usual = (await sent(await pagePhoto())).took
    const before = await memory()
    const others: number[] = []
    const sending = sent(flood())
    for (let n = 0; n < 5; n += 1) {
      const asked = performance.now()
      await client.must('GET', '/authenticated')
      others.push(performance.now() - asked)
    }
    const { status, body, took } = await sending
    const grown = (await memory()) - before
    assert.ok(status === 422, JSON.stringify(body))
    assert.ok(took < 10 * usual, `${took} ms, a usual photo ${usual} ms`)
    assert.ok(before === 0 || grown < 100e6, `${grown} bytes`)
    context.diagnostic(
      `F3: refused in ${took.toFixed(0)} ms, a usual photo taken in ${usual.toFixed(0)} ms, memory ${before === 0 ? 'not told' : `+${(grown / 1e6).toFixed(0)} MB`}, others answered within ${Math.max(...others).toFixed(0)} ms`,
    )
  })

  test('F6: served to its owner only, so that no page can run or embed it; F7: its address is worth nothing elsewhere', async () => {
    const owner = openClient(server.url)
    await owner.signUp('9004005060')
    const { _id } = await owner.create()
    await owner.fill(_id, {}, 28)
    const { id, status } = await openTus(server.url, owner).whole({ request: _id, step: 28, bytes: await pagePhoto() })
    assert.equal(status, 200)
    const path = `/service/uploads/${id}/file`
    const served = await owner.call('GET', path)
    assert.equal(served.status, 200)
    assert.equal(served.headers.get('content-security-policy'), "sandbox; default-src 'none'")
    assert.equal(served.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(served.headers.get('cross-origin-resource-policy'), 'same-origin')
    assert.equal(served.headers.get('content-type'), 'image/jpeg')
    assert.match(served.headers.get('content-disposition') ?? '', /^inline; filename="evidence\.jpg"$/)
    assert.match(served.headers.get('cache-control') ?? '', /no-store/)
    assert.equal((await stranger.call('GET', path)).status, 404)
    assert.equal((await openClient(server.url).call('GET', path)).status, 401)
    assert.equal((await openClient(server.url).call('GET', `/service/office/files/${id}`)).status, 401)
    const secondBrowser = openClient(server.url)
    assert.equal((await secondBrowser.call('GET', path, undefined, { referer: server.url })).status, 401)
    await owner.must('DELETE', '/service/auth/session')
    assert.equal((await owner.call('GET', path)).status, 401)
  })
})
