import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { errorCatalogue } from '#contract/errors.ts'
import { checkContents } from '#server/modules/evidence/contents.ts'
import { bytesOf } from '#server/platform/worker-process.ts'
import { until } from '#server/testing/until.ts'
import { openTus } from '../capture/tus.ts'
import { seeded } from '../drills/random.ts'
import { type Client, openClient } from '../e2e/client.ts'
import { withLooseLimits } from '../e2e/loose-limits.ts'
import { type Running, runServer } from '../e2e/server.ts'
import { longestHeld } from './held.ts'
import { keptMemory } from './kept-memory.ts'
import { mutatedFile, samples } from './mutated-files.ts'

/** `MUTATIONS=100000`: the whole of it. */
const cases = Number(process.env.MUTATIONS ?? 2000)
const overHttp = Math.min(240, Math.ceil(cases / 100))
const seed = Number(process.env.SEED ?? 20_261_123)
/** As many files as one person may send in an hour, with some to spare. */
const ofOne = 60

const megabytes = (bytes: number) => Math.round(bytes / 1e6)

describe('mutated videos and pictures', () => {
  const usual = process.env.TMPDIR
  const scratch = mkdtempSync(join(tmpdir(), 'zayavka-mutations-'))
  let server: Running

  before(async () => {
    server = await runServer({ lender: withLooseLimits })
    // The folders of this process's workers, and of nobody else's.
    process.env.TMPDIR = join(scratch, 'workers')
    mkdirSync(process.env.TMPDIR)
  })
  after(async () => {
    if (usual === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = usual
    rmSync(scratch, { recursive: true, force: true })
    await server?.stop()
  })

  test('N2: as they were made, they are taken', async () => {
    for (const { name, kind, bytes } of samples) {
      const found = await checkContents(kind, bytesOf(bytes))
      // What an AVIF by the name of HEIC comes to depends on the reader this machine has.
      if (name !== 'claimed.heic') assert.ok('type' in found, `${name}: ${JSON.stringify(found)}`)
    }
  })

  test(`N2: ${cases} of them, opened in worker processes: each is taken or refused with a reason`, async (context) => {
    const random = seeded(seed)
    const answers = new Map<string, number>()
    const workers = process.env.TMPDIR ?? ''
    const opened = new Set<string>()
    const before = keptMemory()
    const began = performance.now()
    let left = cases
    const held = longestHeld()
    async function caller(): Promise<void> {
      while (left > 0) {
        left -= 1
        const { name, kind, bytes } = mutatedFile(random)
        const found = await checkContents(kind, bytesOf(bytes))
        const answer = 'refused' in found ? found.refused : found.type
        answers.set(answer, (answers.get(answer) ?? 0) + 1)
        if ('refused' in found) assert.match(errorCatalogue[found.refused].text, /^[А-Я]/, name)
        if (left % 50 === 0) for (const folder of readdirSync(workers)) opened.add(folder)
      }
    }
    await Promise.all([caller(), caller(), caller(), caller()])
    const heldMs = held()
    const seconds = (performance.now() - began) / 1000
    const grown = keptMemory() - before
    assert.equal(
      [...answers.values()].reduce((sum, count) => sum + count, 0),
      cases,
    )
    assert.ok((answers.get('file_broken') ?? 0) > 0 && (answers.get('image/jpeg') ?? 0) > 0, 'broken and whole ones')
    // A process answers two hundred and is replaced: so many were there that no file was opened anywhere else.
    assert.ok(opened.size >= cases / 400, `${opened.size} processes`)
    assert.ok(readdirSync(workers).length <= 2, 'two processes at most, and the folders of no others')
    assert.ok(grown < 30e6, `${megabytes(grown)} MB more`)
    if (cases >= 100_000) {
      assert.ok(heldMs < 250, `the event loop was held ${heldMs.toFixed(0)} ms`)
      await until(() => readdirSync(workers).length === 0, 40)
    }
    context.diagnostic(
      `N2: ${cases} mutated files in ${seconds.toFixed(0)} s, seed ${seed}, ${opened.size} processes: ${[...answers].map((pair) => pair.join(' × ')).join(', ')}; event loop held at most ${heldMs.toFixed(0)} ms, memory ${grown < 0 ? '' : '+'}${megabytes(grown)} MB`,
    )
  })

  async function person(n: number): Promise<{ client: Client; request: string }> {
    const client = openClient(server.url)
    await client.signUp(`91650001${String(n).padStart(2, '0')}`)
    return { client, request: (await client.create())._id }
  }

  /** The longest a call waited since it was asked last, seconds: the p99 of some tens of readings. */
  async function waited(): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text()
    return Number(/^nodejs_eventloop_lag_p99_seconds (\S+)/m.exec(text)?.[1])
  }

  test(`N2: ${overHttp} of them sent to the server: no 5xx, settled at once, nothing left over`, async (context) => {
    const random = seeded(seed + 1)
    const answers = new Map<number, number>()
    let [people, longest] = [0, 0]
    let now = await person(people)
    await waited()
    for (let n = 0; n < overHttp; n += 1) {
      if (n > 0 && n % ofOne === 0) now = await person(++people)
      const { kind, bytes } = mutatedFile(random)
      const step = kind === 'video' ? 31 : 28
      const given =
        kind === 'video' &&
        (await now.client.must<{ id: string }>('POST', `/service/requests/${now.request}/digits`)).id
      const sending = { request: now.request, step, bytes, ...(given && { digits: given }) }
      const { id, status, body } = await openTus(server.url, now.client).whole(sending)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      assert.ok(status === 200 || status === 422, `${status}: ${JSON.stringify(body)}`)
      const again = await now.client.call('POST', `/service/uploads/${id}/finish`)
      assert.equal(again.status, status)
      longest = Math.max(longest, await waited())
    }
    assert.deepEqual(readdirSync(join(server.dataDir, 'uploads')), [])
    assert.equal((await fetch(`${server.url}/health/ready`)).status, 200)
    context.diagnostic(
      `N2: ${overHttp} sent to the server: ${[...answers].map((pair) => pair.join(' × ')).join(', ')}; delay of its event loop at most ${(longest * 1000).toFixed(0)} ms`,
    )
  })

  test('N2: forty megabytes of empty elements are refused by their number, and others are answered meanwhile', async (context) => {
    const { client, request } = await person(98)
    const { id: digits } = await client.must<{ id: string }>('POST', `/service/requests/${request}/digits`)
    const [recorded] = samples
    assert.ok(recorded)
    const bytes = Buffer.alloc(40 * 1024 * 1024 - 1, Buffer.from('ae80', 'hex'))
    const tracks = recorded.bytes.indexOf('1654ae6b', 'hex')
    recorded.bytes.copy(bytes, 0, 0, tracks)
    Buffer.from('1654ae6b01ffffffffffffff', 'hex').copy(bytes, tracks)
    const tus = openTus(server.url, client)
    const { id } = await tus.announce({ request, step: 31, bytes, digits })
    assert.equal((await tus.patch(id, 0, bytes)).status, 204)
    await waited()
    let pending = true
    const finishing = client.call('POST', `/service/uploads/${id}/finish`).finally(() => {
      pending = false
    })
    const began = performance.now()
    let answered = 0
    let longest = 0
    while (pending) {
      const asked = performance.now()
      assert.equal((await fetch(`${server.url}/health/live`)).status, 200)
      longest = Math.max(longest, performance.now() - asked)
      answered += 1
    }
    const { status, body } = await finishing
    const took = performance.now() - began
    assert.equal(status, 422, JSON.stringify(body))
    assert.equal((body as { error: { code: string } }).error.code, 'file_broken')
    assert.ok(longest < took / 2, `another waited ${longest.toFixed(0)} of ${took.toFixed(0)} ms`)
    const delayed = await waited()
    const again = await client.call('POST', `/service/uploads/${id}/finish`)
    assert.deepEqual([again.status, (again.body as { error: { code: string } }).error.code], [422, 'file_broken'])
    context.diagnostic(
      `N2: 40 MB of empty elements: refused in ${took.toFixed(0)} ms, ${answered} others answered meanwhile within ${longest.toFixed(0)} ms, delay of the event loop at most ${(delayed * 1000).toFixed(0)} ms`,
    )
  })
})
