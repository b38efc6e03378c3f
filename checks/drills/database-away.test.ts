import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { openClient, until } from '../e2e/client.ts'
import { runServer } from '../e2e/server.ts'
import { aftermath } from './parts/aftermath.ts'
import { figures } from './parts/figures.ts'
import { trustsUs } from './parts/ground.ts'
import { type Line, openLine } from './parts/line.ts'
import { startLoad } from './parts/load.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { watchSlowness } from './parts/slowness.ts'
import { appKey } from './stored-requests.ts'

const awayMs = Number(process.env.AWAY ?? 1) * 1000
const people = Number(process.env.CROWD ?? 10)

const postgresHere = postgresOfFile()

const statusOf = (url: string) => fetch(url, { signal: AbortSignal.timeout(20_000) }).then(({ status }) => status)

interface Away {
  begin(line: Line): Promise<void>
  end(line: Line): Promise<void>
}

/** Holds every connection a server has for its work, by locking what every call needs. */
function holder(url: string): Away {
  const client = new pg.Client({ connectionString: url })
  return {
    async begin() {
      client.on('error', () => {})
      await client.connect()
      await client.query('begin')
      await client.query('lock table request, session in access exclusive mode')
    },
    async end() {
      await client.query('rollback')
      await client.end()
    },
  }
}

const ways: Readonly<Record<string, (url: string) => Away>> = {
  'PostgreSQL stopped': () => ({ begin: (line) => line.cut(), end: (line) => line.mend() }),
  'the line to PostgreSQL dead': () => ({ begin: async (line) => line.dead(), end: (line) => line.mend() }),
  'every connection held': holder,
}

for (const [fault, way] of Object.entries(ways))
  test(`drill 6: ${fault} for ${awayMs / 1000} s: said at once, well soon after`, async (context) => {
    const postgres = postgresHere()
    if (postgres.url === null) return context.skip(postgres.reason)
    const database = await migratedPostgres(postgres.url)
    const { hostname, port } = new URL(database.url)
    const line = await openLine({ host: hostname, port: Number(port) })
    const through = new URL(database.url)
    through.port = String(line.port)
    const env = { DATABASE_URL: through.href, APP_KEY: appKey, ...trustsUs }
    const server = await runServer({ env })
    const away = way(database.url)
    const load = await startLoad(server.url, { perSecond: 40, people, bearable: (status) => status === 503 })
    try {
      await pause(1000)
      const someone = openClient(server.url, { 'x-forwarded-for': '198.51.100.250' })
      await someone.signUp('9168899999')
      const ready = () => statusOf(`${server.url}/health/ready`)
      const metrics = async () => (await fetch(`${server.url}/metrics`)).text()
      const slowness = watchSlowness()
      const began = performance.now()
      await away.begin(line)
      await until('readiness says no', async () => (await ready()) === 503, 60)
      const noticedMs = performance.now() - began
      const answers: number[] = []
      const noticed = performance.now()
      while (performance.now() - noticed < awayMs) {
        assert.equal(await statusOf(`${server.url}/health/live`), 200)
        const at = performance.now()
        const { status, headers, text } = await someone.call('GET', `/service/requests/${crypto.randomUUID()}`)
        assert.deepEqual([status, headers.has('retry-after')], [503, true], text)
        answers.push(performance.now() - at)
        await pause(100)
      }
      const ended = performance.now()
      await away.end(line)
      await until('readiness says yes', async () => (await ready()) === 200, 120)
      const worstMs = performance.now() - ended
      await openClient(server.url, { 'x-forwarded-for': '198.51.100.251' }).signUp('9168899998')
      await until(
        'the jobs go on',
        async () => !/^jobs\{.*state="(waiting|running)"\} [1-9]/m.test(await metrics()),
        120,
      )
      const jobsMs = performance.now() - ended
      const slow = await slowness()
      const { calls, failed, lost, saved, doubled: twice, worstMs: slowest } = await load.stop()
      const left = await aftermath({ ...env, DATABASE_URL: database.url, DATA_DIR: server.dataDir })
      const doubled = twice + left.doubled
      figures(context, {
        drill: 6,
        fault,
        database: 'PostgreSQL',
        load: `${people} clients, ${calls} calls`,
        injected: 1,
        acknowledged: saved,
        lost: lost.length,
        doubled,
        worstMs,
        note: `not ready after ${noticedMs.toFixed(0)} ms; 503 meanwhile in ${Math.max(...answers).toFixed(0)} ms at most, jobs done after ${jobsMs.toFixed(0)} ms; the slowest of all calls ${slowest.toFixed(0)} ms; ${failed.length} answered otherwise; the machine ${slow.toFixed(1)} times slower than idle; ${left.verdict}`,
      })
      assert.deepEqual(failed, [])
      assert.deepEqual(lost, [])
      assert.equal(doubled, 0)
      assert.ok(noticedMs <= 5000 * slow, `not ready after ${noticedMs} ms, slowness ${slow}`)
      assert.ok(Math.max(...answers) <= 2000 * slow, `503 after ${Math.max(...answers)} ms, slowness ${slow}`)
      // What was under way when it went: the two seconds, and a moment to be heard.
      assert.ok(slowest <= 2500 * slow, `a call took ${slowest} ms, slowness ${slow}`)
      assert.ok(worstMs <= 10_000 * slow, `ready ${worstMs} ms after it came back, slowness ${slow}`)
    } finally {
      load.leave()
      await server.stop()
      line.close()
      await database.drop()
    }
  })
