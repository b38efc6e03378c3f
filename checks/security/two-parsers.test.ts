import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { Metadata } from '@tus/server'
import { openTus } from '../capture/tus.ts'
import { seeded } from '../drills/random.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { pagePhoto } from '../e2e/evidence.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { type Known, type OddUpload, oddUpload } from './odd-uploads.ts'
import { sendRaw } from './raw.ts'

const cases = Number(process.env.ODD_UPLOADS ?? 1000)
const seed = Number(process.env.SEED ?? 20_261_122)
/** As many announcements as one person may make in an hour, with some to spare. */
const ofOne = 60

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** The header as the server of Node hands it on: without spaces around it, repeated ones joined. */
const metadataOf = ({ headers }: OddUpload) =>
  headers
    .flatMap((lines) => lines.split('\r\n'))
    .filter((line) => line.startsWith('Upload-Metadata: '))
    .map((line) => line.slice('Upload-Metadata: '.length).trim())
    .join(', ')

const cookies = ({ jar }: Client) => [...jar].map((pair) => pair.join('=')).join('; ')

describe('what a library reads again', () => {
  let server: Running
  let victim: Client
  let victimsPhoto: Buffer
  let other: string
  const half = 1000
  const folder = () => join(server.dataDir, 'uploads')

  before(async () => {
    server = await runServer()
    victim = openClient(server.url)
    await victim.signUp('9164000001')
    victimsPhoto = await pagePhoto()
    const tus = openTus(server.url, victim)
    other = (await tus.announce({ request: (await victim.create())._id, step: 28, bytes: victimsPhoto })).id
    await tus.patch(other, 0, victimsPhoto.subarray(0, half))
  })
  after(() => server?.stop())

  async function attacker(n: number): Promise<Known & { client: Client }> {
    const client = openClient(server.url)
    await client.signUp(`91640001${String(n).padStart(2, '0')}`)
    const request = (await client.create())._id
    const { id: own } = await openTus(server.url, client).announce({ request, step: 29, bytes: Buffer.alloc(10) })
    return { client, own, other, request, sent: half }
  }

  async function send({ method, path, headers, body = '' }: OddUpload, client: Client) {
    const { host, port } = new URL(server.url)
    const usual = [
      `Host: ${host}`,
      `Origin: ${server.url}`,
      `Cookie: ${cookies(client)}`,
      'Tus-Resumable: 1.0.0',
      'Connection: close',
    ]
    const lines = [
      `${method} ${path} HTTP/1.1`,
      ...usual,
      ...headers,
      `Content-Length: ${Buffer.byteLength(body, 'latin1')}`,
    ]
    const { text } = await sendRaw(Number(port), `${lines.join('\r\n')}\r\n\r\n${body}`)
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
    return { status, location: /^location: (.*)$/im.exec(text)?.[1]?.trim() ?? null }
  }

  test(`N19: ${cases} odd upload headers and paths: the library works on the upload that was authorised, or on none`, async (context) => {
    const random = seeded(seed)
    const announced = new Map<string, Client>()
    const statuses = new Map<number, number>()
    const wrong: string[] = []
    let people = 1
    let announcements = 0
    let now = await attacker(people)
    for (let n = 0; n < cases; n += 1) {
      const odd = oddUpload(random, now)
      const { status, location } = await send(odd, now.client)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status >= 500) wrong.push(`${status}: ${JSON.stringify(odd)}`)
      if (location !== null) {
        const id = location.replace('/service/uploads/', '')
        const header = metadataOf(odd)
        // By the library's own reading and by the row: it is there for who announced it.
        const read = Metadata.parse(header).id
        if (read !== id || !uuid.test(id)) wrong.push(`${id} announced by ${JSON.stringify(odd)}`)
        announced.set(id, now.client)
      }
      const strangers = readdirSync(folder()).filter((name) => !uuid.test(name.replace(/\.json$/, '')))
      if (strangers.length > 0) {
        wrong.push(`${strangers} after ${JSON.stringify(odd)}`)
        break
      }
      // Announcements and those that were understood but refused count against the person.
      if (odd.method === 'POST' && [201, 404, 409, 429].includes(status)) announcements += 1
      const gone = odd.method === 'DELETE' && status === 204
      if (announcements >= ofOne) {
        people += 1
        announcements = 0
        now = await attacker(people)
      } else if (gone) {
        announcements += 1
        const tus = openTus(server.url, now.client)
        const { id: own } = await tus.announce({ request: now.request, step: 29, bytes: Buffer.alloc(10) })
        now = { ...now, own }
      }
      announced.set(now.own, now.client)
    }
    assert.deepEqual(wrong.slice(0, 5), [])
    for (const file of readdirSync(folder())) {
      const name = file.replace(/\.json$/, '')
      if (name === other) continue
      const owner = announced.get(name)
      assert.ok(owner, `${name} in the folder was announced by nobody`)
      assert.notEqual(await openTus(server.url, owner).offset(name), null, `${name} has no row`)
    }
    assert.ok((statuses.get(201) ?? 0) >= cases / 50, 'some of them are right')
    context.diagnostic(
      `N19: ${cases} requests of ${people} people, seed ${seed}: ${[...statuses].map((pair) => pair.join(' × ')).join(', ')}`,
    )
  })

  test('N3: what somebody else had sent by then is as it was, and arrives', async () => {
    const tus = openTus(server.url, victim)
    assert.equal(await tus.offset(other), half)
    assert.equal((await tus.patch(other, half, victimsPhoto.subarray(half))).status, 204)
    assert.equal((await victim.call('POST', `/service/uploads/${other}/finish`)).status, 200)
  })

  test('N3: an upload is announced as it was before, or not at all; settled, it has no file any more', async () => {
    const { client, request } = await attacker(90)
    const tus = openTus(server.url, client)
    const bytes = await pagePhoto()
    const { id, status } = await tus.whole({ request, step: 28, bytes })
    assert.equal(status, 200)
    assert.equal((await tus.announce({ id, request, step: 28, bytes })).answer.status, 409)
    assert.equal(readdirSync(folder()).includes(id), false)
    const { id: coming } = await tus.announce({ request, step: 29, bytes })
    assert.equal((await tus.announce({ id: coming, request, step: 29, bytes })).answer.status, 201)
    assert.equal((await tus.announce({ id: coming, request, step: 28, bytes })).answer.status, 404)
    assert.equal((await tus.announce({ id: coming, request: crypto.randomUUID(), step: 29, bytes })).answer.status, 404)
    let last = 0
    for (let n = 0; n < 100 && last !== 429; n += 1)
      last = (await tus.announce({ id: coming, request, step: 29, bytes })).answer.status
    assert.equal(last, 429, 'known ones count too')
  })

  test('N17: what has come of a photo lies sealed on the disk', async () => {
    const { client, request } = await attacker(91)
    const tus = openTus(server.url, client)
    const bytes = await pagePhoto()
    const { id } = await tus.announce({ request, step: 28, bytes })
    await tus.patch(id, 0, bytes.subarray(0, 5000))
    const lies = readFileSync(join(folder(), id))
    assert.equal(lies.includes('JFIF'), false)
    assert.equal(lies.includes(bytes.subarray(2000, 2032)), false)
    await tus.patch(id, 5000, bytes.subarray(5000))
    assert.equal((await client.call('POST', `/service/uploads/${id}/finish`)).status, 200)
  })

  test('N19: an address that looks like a machine’s to our check of origins is no other call to the router', async () => {
    const { host, port } = new URL(server.url)
    const targets = ['auth/codes', 'auth/session', 'requests', 'uploads']
    const ways = [
      '../',
      '%2e%2e/',
      '..%2f',
      './../',
      '/../',
      '..;/',
      '%2e./',
      '..\\',
      '..%5c',
      '?/../',
      '#/../',
      '%00/../',
    ]
    for (const target of targets)
      for (const way of ways)
        for (const start of ['/service/webhooks/', 'http://x/service/webhooks/', '/service/webhooks/payouts/']) {
          const lines = [
            `POST ${start}${way}${target} HTTP/1.1`,
            `Host: ${host}`,
            'Origin: https://elsewhere.example',
            'Content-Type: application/json',
            'Connection: close',
            'Content-Length: 2',
          ]
          const { text } = await sendRaw(Number(port), `${lines.join('\r\n')}\r\n\r\n{}`)
          assert.match(text, /^HTTP\/1\.1 (400|401|403|404|405|415) /, `${start}${way}${target}`)
        }
  })

  test('N19: a type that a foreign page can send is not JSON to the library', async () => {
    const types = [
      'text/plain',
      'text/plain; application/json',
      'text/plain;charset=application/json',
      'TEXT/PLAIN',
      ' text/plain',
      'application/x-www-form-urlencoded, application/json',
      'multipart/form-data; boundary=application/json',
      'application/json\t, text/plain',
      'text/plain application/json',
      '',
    ]
    for (const type of types) {
      const { status } = await victim.call('POST', '/service/auth/codes', '{"phone":"9164000099"}', {
        'content-type': type,
      })
      assert.ok([400, 403, 415].includes(status), `${JSON.stringify(type)} answered ${status}`)
    }
  })
})
