import { mkdirSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { CompiledQuery, Kysely, PGliteDialect } from 'kysely'
import { fromPglite, PgBoss } from 'pg-boss'
import type { Database, Question, Watch } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { queryName } from './query-names.ts'
import { detached, GuardedDialect } from './transaction-guard.ts'

const minute = 60_000
const day = 24 * 60 * minute

const parsers = {
  20: (text: string) => Number(text),
  1082: (text: string) => text,
}

/**
 * Opens the embedded database (PGlite) in a folder, or in memory when there is none. It has no checkpointer and no
 * vacuum of its own, so both are called here; and no guard against a second process, so the folder is locked.
 */
export async function openEmbedded(folder?: string, watch?: Watch): Promise<Database> {
  if (folder) mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = folder ? await lockDirectory(folder) : async () => {}
  const lite = await PGlite.create(folder ?? 'memory://', {
    parsers,
    postgresqlconf: ['shared_buffers = 8MB', 'max_wal_size = 64MB', 'min_wal_size = 32MB', "timezone = 'UTC'"],
  }).catch(async (error: unknown) => {
    await unlock()
    throw error
  })
  await lite.exec("set time zone 'UTC'")
  const db = new Kysely<unknown>({
    dialect: new GuardedDialect(new PGliteDialect({ pglite: lite })),
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
    ask: async <Row>({ text, values }: Question) => (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows,
    listen: (channel, { onMessage }) => detached(() => lite.listen(channel, onMessage)) as Promise<() => Promise<void>>,
    withMigrationDb: (work) => work(db),
    jobStore: (schema) => new PgBoss({ db: fromPglite(lite), backend: 'pglite', schema, useListenNotify: true }),
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
