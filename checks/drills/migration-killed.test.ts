import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/database-embedded.ts'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { migrate } from '#server/platform/migrations.ts'
import { migratedPostgres } from '#server/testing/fresh-postgres.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { seeded } from './random.ts'
import { appKey } from './stored-requests.ts'

const kills = Number(process.env.MIGRATION_KILLS ?? 3)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const project = fileURLToPath(new URL('../../', import.meta.url))
const known = readdirSync(join(project, 'server/migrations')).length

const postgresHere = postgresOfFile()

/** A database that starts empty, and how a process finds it. */
interface Place {
  readonly env: Record<string, string>
  open(): Promise<Database>
  drop(): Promise<void>
}

async function onPostgres(server: string): Promise<Place> {
  const { url, drop } = await migratedPostgres(server)
  return { env: { DATABASE_URL: url }, open: () => openPostgres(url), drop }
}

async function embedded(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-migration-'))
  mkdirSync(join(folder, 'database'))
  return {
    env: { DATA_DIR: folder, DATABASE_URL: '' },
    open: () => openEmbedded(join(folder, 'database')),
    drop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Tables, columns and indexes; null: the schema was not begun. */
async function schemaOf({ db }: Database): Promise<{ applied: number; shape: string } | null> {
  const there = await sql<{ there: boolean }>`select to_regclass('request') is not null as there`.execute(db)
  const columns = await sql<{ line: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable as line
      from information_schema.columns where table_schema = 'public' order by 1`.execute(db)
  const indexes = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where schemaname = 'public' order by 1`.execute(db)
  if (!there.rows[0]?.there) {
    // Only the list of migrations itself may be there.
    assert.deepEqual(
      columns.rows.filter(({ line }) => !line.startsWith('kysely_')),
      [],
    )
    return null
  }
  const applied = await sql<{ n: number }>`select count(*)::int as n from kysely_migration`.execute(db)
  return {
    applied: applied.rows[0]?.n ?? 0,
    shape: [...columns.rows, ...indexes.rows].map(({ line }) => line).join('\n'),
  }
}

const program = `
  import { openDatabase } from '#server/platform/database.ts'
  import { migrate } from '#server/platform/migrations.ts'
  import { readConfig } from '#server/platform/config.ts'
  const database = await openDatabase(readConfig(process.env))
  process.stdout.write('begin ')
  await migrate(database)
  process.stdout.write('end ')
  await database.close()
`

function start({ env }: Place): { child: ChildProcess; begun: Promise<void>; ended: Promise<void> } {
  const child = spawn('node', ['--input-type=module-typescript', '-e', program], {
    cwd: project,
    env: { ...process.env, ...env, APP_KEY: appKey },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const begun = new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  return { child, begun, ended }
}

function drill(database: 'embedded' | 'PostgreSQL', kills: number, make: () => Promise<Place | null>): void {
  test(`drill 20: the migration killed ${kills} times on its way: all or nothing, the next one finishes (${database})`, async (context) => {
    const place = await make()
    if (!place) return context.skip('there is no PostgreSQL here')
    await place.drop()
    const random = seeded(seed)
    const lost: string[] = []
    let doubled = 0
    let nothing = 0
    let whole = 0
    let shape: string | undefined
    let took = 0
    let worstMs = 0
    for (let n = 0; n <= kills; n += 1) {
      const here = await make()
      if (!here) return
      const { child, begun, ended } = start(here)
      await begun
      const began = performance.now()
      if (n === 0) await ended
      else await Promise.race([pause(random() * took), ended])
      if (n === 0) took = performance.now() - began
      child.kill('SIGKILL')
      await ended
      const opened = await here.open()
      try {
        const found = await schemaOf(opened)
        const again = performance.now()
        await migrate(opened)
        worstMs = Math.max(worstMs, performance.now() - again)
        const finished = await schemaOf(opened)
        const applied = finished?.applied ?? 0
        shape ??= finished?.shape
        doubled += Math.max(0, applied - known)
        if (applied < known || finished?.shape !== shape)
          lost.push(`kill ${n}: the next run left ${applied} of ${known}`)
        if (n > 0 && found === null) nothing += 1
        if (n > 0 && found !== null) {
          whole += 1
          if (!isDeepStrictEqual(found, finished)) lost.push(`kill ${n}: half a schema`)
        }
      } finally {
        await opened.close()
        await here.drop()
      }
    }
    figures(context, {
      drill: 20,
      fault: 'kill -9 during the migration of an empty database',
      database,
      load: `${known} migrations, ${took.toFixed(0)} ms`,
      injected: kills,
      acknowledged: whole,
      lost: lost.length,
      doubled,
      worstMs,
      seed,
      note: `found empty ${nothing} times, whole ${whole} times; a newer schema is refused (server/platform/database.test.ts)`,
    })
    assert.deepEqual(lost, [], `seed ${seed}`)
    assert.equal(doubled, 0, `seed ${seed}`)
  })
}

describe('a migration that dies', () => {
  // A new embedded database alone takes seconds.
  drill('embedded', Math.ceil(kills / 3), embedded)
  drill('PostgreSQL', kills, async () => {
    const { url } = postgresHere()
    return url === null ? null : onPostgres(url)
  })
})
