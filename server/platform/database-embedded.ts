import { cpSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { Kysely } from 'kysely'
import { fromPglite, PgBoss } from 'pg-boss'
import type { Database, Question, Watch } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { openSession } from './embedded-session.ts'
import { queryName } from './query-names.ts'
import { StartRefused } from './refusal.ts'
import { detached, GuardedDialect, refuseInsideTransaction } from './transaction-guard.ts'

const firstLine = (error: unknown) => String(error instanceof Error ? error.message : error).split('\n', 1)[0]

/** An empty database that was made when the apps were built; without it one is made here, at 1.1 GB for some seconds. */
const empty = fileURLToPath(new URL('../../dist/embedded', import.meta.url))

const minute = 60_000
const day = 24 * 60 * minute

/**
 * Opens the embedded database (PGlite) in a folder, or in memory when there is none. It has no checkpointer and no
 * vacuum of its own, so both are called here; and no guard against a second process, so the folder is locked.
 */
export async function openEmbedded(folder?: string, watch?: Watch): Promise<Database> {
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (folder && readdirSync(folder).length === 0 && existsSync(empty)) cpSync(empty, folder, { recursive: true })
  const unlock = folder ? await lockDirectory(folder) : async () => {}
  const lite = await PGlite.create(folder ?? 'memory://', {
    postgresqlconf: ['shared_buffers = 8MB', 'max_wal_size = 64MB', 'min_wal_size = 32MB', "timezone = 'UTC'"],
  }).catch(async (error: unknown) => {
    await unlock()
    if (!folder) throw error
    throw new StartRefused(
      `The embedded database in ${folder} cannot be opened: its files are damaged, or there is no room on the disk ` +
        `(${firstLine(error)}). Make room; if that is not it, set the folder aside and restore the last backup into an empty DATA_DIR: ` +
        'zayavka restore FOLDER',
    )
  })
  await lite.exec("set time zone 'UTC'")
  const session = openSession(lite)
  const db = new Kysely<unknown>({
    dialect: new GuardedDialect({ pool: session.pool }),
    ...(watch && { log: (event) => watch(queryName(event), event.queryDurationMillis) }),
  })
  const upkeep = (statement: string, every: number) =>
    setInterval(() => {
      lite.exec(statement).catch(() => {})
    }, every).unref()
  const timers = folder ? [upkeep('checkpoint', minute), upkeep('vacuum analyze', day)] : []
  return {
    kind: 'embedded',
    db,
    async ask<Row>({ name, text, values }: Question) {
      refuseInsideTransaction()
      const started = performance.now()
      const { rows } = await session.query<Row>(text, values, name)
      watch?.({ verb: 'select', table: name }, performance.now() - started)
      return rows
    },
    listen: (channel, { onMessage }) => detached(() => lite.listen(channel, onMessage)) as Promise<() => Promise<void>>,
    withMigrationDb: (work) => work(db),
    jobStore: (schema) =>
      new PgBoss({
        db: fromPglite({ query: session.query, exec: session.exec, listen: lite.listen.bind(lite) }),
        backend: 'pglite',
        schema,
        useListenNotify: true,
        schedule: false,
      }),
    async close() {
      for (const timer of timers) clearInterval(timer)
      if (!lite.closed) {
        if (folder) await lite.exec('checkpoint')
        await lite.close()
      }
      await unlock()
    },
  }
}
