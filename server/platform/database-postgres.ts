import type { Duplex } from 'node:stream'
import { Kysely } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Database, Question, Watch } from './database.ts'
import { nothingCame } from './database-faults.ts'
import { openListener } from './database-listener.ts'
import { parserOf } from './database-values.ts'
import { openPreparing } from './preparing.ts'
import { queryName } from './query-names.ts'
import { GuardedDialect, refuseInsideTransaction } from './transaction-guard.ts'

/** For the pool of pg-boss, which hands them to node-postgres: an answer that never comes ends the connection. */
const deadLines = { keepAlive: true, query_timeout: 15_000 }

function poolOf(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types: { getTypeParser: parserOf },
    application_name: 'zayavka',
    options: '-c timezone=UTC',
    connectionTimeoutMillis: 1500,
    keepAlive: true,
    ...options,
  })
  // A broken connection is replaced by the pool; unheard, its event would end the process.
  pool.on('error', () => {})
  pool.on('connect', cutWhenDead)
  return pool
}

/** A connection whose answer never came is cut at once: the pool would hand it out again, and the system notices after minutes. */
function cutWhenDead(client: pg.PoolClient): void {
  client.on('error', () => {})
  const ask = client.query.bind(client) as (...question: unknown[]) => unknown
  const cut = (error: unknown) => {
    if (nothingCame(error)) (client as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
  }
  client.query = ((...question: unknown[]) => {
    const answer = ask(...question)
    if (answer instanceof Promise) answer.catch(cut)
    return answer
  }) as typeof client.query
}

/** Prepares what is asked often, on each connection of the pool. */
function prepareOnEach(pool: pg.Pool): void {
  const nameOf = openPreparing()
  pool.on('connect', (client) => {
    const ask = client.query.bind(client) as (...question: unknown[]) => unknown
    client.query = ((question: unknown, values: unknown, ...rest: unknown[]) => {
      const name = typeof question === 'string' && Array.isArray(values) ? nameOf(question) : undefined
      return name ? ask({ name, text: question, values }, ...rest) : ask(question, values, ...rest)
    }) as typeof client.query
  })
}

const overPool = (pool: pg.Pool, watch?: Watch) =>
  new Kysely<unknown>({
    dialect: new GuardedDialect({ pool }),
    ...(watch && { log: (event) => watch(queryName(event), event.queryDurationMillis) }),
  })

/**
 * Opens PostgreSQL by its address: a pool with time limits, and one listening connection that comes back by itself.
 * Who waits longer than `waitMs` for a connection is refused: a queue there helps nobody.
 */
export async function openPostgres(
  url: string,
  { watch, waitMs = 1500 }: { watch?: Watch | undefined; waitMs?: number } = {},
): Promise<Database> {
  const pool = poolOf(url, {
    max: 10,
    connectionTimeoutMillis: waitMs,
    statement_timeout: 10_000,
    query_timeout: 11_000,
    idle_in_transaction_session_timeout: 30_000,
  })
  prepareOnEach(pool)
  const db = overPool(pool, watch)
  const listener = openListener(url)
  return {
    kind: 'postgres',
    db,
    async ask<Row>(question: Question) {
      refuseInsideTransaction()
      const started = performance.now()
      const { rows } = await pool.query(question)
      watch?.({ verb: 'select', table: question.name }, performance.now() - started)
      return rows as Row[]
    },
    listen: (channel, subscription) => listener.listen(channel, subscription),
    async withMigrationDb(work) {
      const wide = overPool(poolOf(url, { max: 2 }))
      try {
        return await work(wide)
      } finally {
        await wide.destroy()
      }
    },
    jobStore: (schema) =>
      new PgBoss({
        connectionString: url,
        max: 4,
        schema,
        useListenNotify: true,
        schedule: false,
        application_name: 'zayavka-jobs',
        connectionTimeoutMillis: 5000,
        ...deadLines,
      }),
    pool: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    async close() {
      await listener.close()
      await db.destroy()
    },
  }
}
