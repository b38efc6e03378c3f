import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'
import { type Client, openClient, until } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'
import { figures } from './parts/figures.ts'
import { look } from './parts/look.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { appKey } from './stored-requests.ts'

const seconds = Number(process.env.OVERLOAD ?? 2)
const atOnce = 300

const postgresHere = postgresOfFile()

const part = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

interface Answers {
  readonly done: number[]
  readonly turnedAway: number[]
  readonly other: string[]
}

/** So many callers, each asking again as soon as it is answered. */
async function press(client: Client, path: string, callers: number, ms: number): Promise<Answers> {
  const answers: Answers = { done: [], turnedAway: [], other: [] }
  const end = performance.now() + ms
  const caller = async () => {
    while (performance.now() < end) {
      const at = performance.now()
      const { status, headers, text } = await client.call('GET', path)
      const took = performance.now() - at
      if (status === 200) answers.done.push(took)
      else if (status === 503 && headers.has('retry-after')) {
        answers.turnedAway.push(took)
        await pause(100)
      } else answers.other.push(`${status} ${text.slice(0, 100)}`)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  answers.done.sort((a, b) => a - b)
  answers.turnedAway.sort((a, b) => a - b)
  return answers
}

test(`drill 24: ${atOnce} callers at once for ${seconds} s: who is let in is served, the rest is told at once`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const database = await freshPostgres(postgres.url)
  const env = { DATABASE_URL: database.url, APP_KEY: appKey }
  const server = await runServer({ env })
  try {
    const client = openClient(server.url)
    await client.signUp('9168666001')
    const { _id: id } = await client.create()
    await client.fill(id)
    const path = `/service/requests/${id}`
    const before = await press(client, path, 8, 1000)
    const pressing = press(client, path, atOnce, seconds * 1000)
    await pause(300)
    // What counts most has room of its own.
    const signed = until('the signing gets in', () => client.sign(id, 'application').catch(() => null), 10)
    const under = await pressing
    const ended = performance.now()
    await signed
    await until('normal again', async () => (await press(client, path, 8, 300)).turnedAway.length === 0, 60)
    const worstMs = performance.now() - ended
    assert.deepEqual(under.other, [])
    assert.ok(under.done.length > 0 && under.turnedAway.length > 0, `${under.done.length}, ${under.turnedAway.length}`)
    const lost = (await client.status(id)) === 2 ? 0 : 1
    const { doubled } = await look({ ...env, DATA_DIR: server.dataDir })
    figures(context, {
      drill: 24,
      fault: `${atOnce} callers at once, 64 are let in`,
      database: 'PostgreSQL',
      load: `${under.done.length} calls answered, ${under.turnedAway.length} turned away in ${seconds} s`,
      injected: under.turnedAway.length,
      acknowledged: under.done.length + 1,
      lost,
      doubled,
      worstMs,
      note:
        `let in: p99 ${part(under.done, 0.99).toFixed(0)} ms (of eight callers alone ${part(before.done, 0.99).toFixed(0)} ms); turned away: median ` +
        `${part(under.turnedAway, 0.5).toFixed(0)} ms; a request was signed meanwhile; callers share the processors with the server`,
    })
    assert.equal(lost, 0, 'the request that was signed meanwhile')
    assert.equal(doubled, 0)
  } finally {
    await server.stop()
    await database.drop()
  }
})
