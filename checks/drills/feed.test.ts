import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { openFeed } from '#server/platform/feed.ts'
import { migrate } from '#server/platform/migrations.ts'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'

/** EVENTS=1000000 for the drill: a multiple of eighty. */
const wanted = Number(process.env.EVENTS ?? 4000)
const [writers, readers, kills] = [2, 3, 4]
const postgresHere = postgresOfFile()
const program = fileURLToPath(new URL('./feed-process.ts', import.meta.url))

/** A process with nothing in its hands but the database: it writes and numbers, or follows. */
function begin(url: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program, ...args], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

const ended = (child: ChildProcess) => new Promise<number | null>((resolve) => child.once('exit', resolve))

interface Reader {
  readonly seen: { seq: number; subject: string; n: number }[]
  kill(): void
  stop(): Promise<void>
}

/** A reader that goes on from its last cursor whenever it was killed. What it had read and not told is read again by the next. */
function follow(url: string, onSeen: () => void): Reader {
  const seen: Reader['seen'] = []
  let child: ChildProcess
  let ending = false
  const open = () => {
    const mine = begin(url, 'follow', String(seen.at(-1)?.seq ?? 0))
    child = mine
    createInterface({ input: mine.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      // Lines of one that was killed may still be on their way when the next has begun.
      if (mine !== child) return
      const [seq, subject = '', n] = line.split(' ')
      // The last line of a killed process may be cut.
      if (n === undefined || !line.endsWith('.')) return
      seen.push({ seq: Number(seq), subject, n: Number.parseInt(n, 10) })
      onSeen()
    })
    mine.once('exit', () => {
      if (!ending) open()
    })
  }
  open()
  return {
    seen,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      ending = true
      const gone = ended(child)
      child.kill('SIGKILL')
      await gone
    },
  }
}

test(`drill 31: ${wanted} events by ${writers} processes while ${readers} readers follow and are killed`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const fresh = await freshPostgres(postgres.url)
  const database = await openPostgres(fresh.url)
  const client = new pg.Client({ connectionString: fresh.url })
  const following: Reader[] = []
  try {
    await migrate(database)
    await client.connect()
    // A transaction that lasts as long as the drill: its event is written first and is to be the last.
    await client.query('begin')
    await client.query(
      `insert into event_unnumbered (id, type, subject, at, data) values ('slow', 'ru.zayavka.loan.closed', 'loans/slow', now(), '{"n":1}')`,
    )
    let total = 0
    let enough = () => {}
    const all = new Promise<void>((resolve) => {
      enough = resolve
    })
    let killed = 0
    const expected = (wanted + 1) * readers
    for (let n = 0; n < readers; n += 1)
      following.push(
        follow(fresh.url, () => {
          total += 1
          if (killed < kills * readers && total > ((killed + 1) * wanted * readers) / (kills * readers + 1)) {
            following[killed % readers]?.kill()
            killed += 1
          }
          if (total === expected) enough()
        }),
      )
    const writing = Array.from({ length: writers }, (_, n) =>
      begin(fresh.url, 'write', String(n), String(wanted / writers)),
    )
    const codes = await Promise.all(writing.map(ended))
    assert.deepEqual(codes, [0, 0])
    await client.query('commit')
    assert.equal(await ended(begin(fresh.url, 'number')), 0)
    await all
    const { last } = await openFeed(database.db).bounds()
    assert.equal(last, wanted + 1)
    for (const { seen } of following) {
      assert.equal(seen.length, wanted + 1)
      assert.ok(
        seen.every(({ seq }, at) => seq === at + 1),
        'every event, in order, none twice',
      )
      const slow = seen.find(({ subject }) => subject === 'loans/slow')
      assert.ok(slow && slow.seq > wanted / 2, 'written first, committed last: behind what committed before it')
      const lastOf = new Map<string, number>()
      for (const { subject, n } of seen) {
        assert.equal(n, (lastOf.get(subject) ?? 0) + 1, `in order by subject: ${subject}`)
        lastOf.set(subject, n)
      }
    }
    figures(context, {
      drill: 31,
      fault:
        'readers of the feed are killed and go on from their cursor; a transaction lasts from the first event to the last',
      database: 'PostgreSQL',
      load: `${writers} processes writing and numbering, ${readers} readers`,
      injected: killed,
      acknowledged: wanted + 1,
      lost: 0,
      doubled: 0,
    })
  } finally {
    await Promise.all(following.map((reader) => reader.stop()))
    await client.end()
    await database.close()
    await fresh.drop()
  }
})
