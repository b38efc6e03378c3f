import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { openPostgres } from '#server/platform/database-postgres.ts'
import { migrate } from '#server/platform/migrations.ts'
import { freshPostgres } from '#server/testing/fresh-postgres.ts'
import { figures } from './parts/figures.ts'
import { postgresOfFile } from './parts/postgres.ts'
import { watchSlowness } from './parts/slowness.ts'

/** INDEXED=1000000 for the drill: rows of each table. */
const rows = Number(process.env.INDEXED ?? 20_000)
const postgresHere = postgresOfFile()

const fill = [
  `insert into client (id, sealed, created_at)
    select 'c' || n, '', timestamptz '2020-01-01' + n * interval '1 minute' from generate_series(1, $1::int) n`,
  `insert into request (id, client_id, type, state, shown, facts, created_at, updated_at, sent_at)
    select 'r' || n, 'c' || n, 'loan', case when n % 4 = 0 then 'Rejected' else 'Processed' end, '{"terms":null}', '', now(), now() - n * interval '1 minute',
      case when n % 20 = 0 then null else now() end from generate_series(1, $1::int) n`,
]

interface Index {
  readonly name: string
  readonly definition: string
}

/** What migrations may add to a table in use: nobody can write to it until the index is made. */
test(`drill 19: each index of clients and requests made anew over ${rows} rows: no write waits longer than a second`, async (context) => {
  const postgres = postgresHere()
  if (postgres.url === null) return context.skip(postgres.reason)
  const fresh = await freshPostgres(postgres.url)
  const database = await openPostgres(fresh.url)
  const client = new pg.Client({ connectionString: fresh.url })
  try {
    await migrate(database)
    await client.connect()
    for (const statement of fill) await client.query(statement, [rows])
    const { rows: indexes } = await client.query<Index>(
      `select indexname as name, indexdef as definition from pg_indexes
        where tablename in ('client', 'request') and indexdef not like 'CREATE UNIQUE%' order by 1`,
    )
    const slowness = watchSlowness()
    const took: { name: string; ms: number }[] = []
    for (const { name, definition } of indexes) {
      await client.query(`drop index ${name}`)
      const at = performance.now()
      await client.query(definition)
      took.push({ name, ms: performance.now() - at })
    }
    const slow = await slowness()
    const worst = took.toSorted((a, b) => b.ms - a.ms)[0]
    figures(context, {
      drill: 19,
      fault: 'an index made of a table in use',
      database: 'PostgreSQL',
      load: `${rows} clients, ${rows} requests`,
      injected: took.length,
      acknowledged: took.length,
      lost: null,
      doubled: null,
      worstMs: worst?.ms ?? 0,
      note: `${worst?.name} took longest; programs ran ${slow.toFixed(1)} times slower than idle`,
    })
    assert.ok(took.length > 3)
    for (const { name, ms } of took) assert.ok(ms <= 1000 * slow, `${name} took ${ms} ms, slowness ${slow}`)
  } finally {
    await client.end()
    await database.close()
    await fresh.drop()
  }
})
