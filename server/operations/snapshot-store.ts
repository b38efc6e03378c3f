import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import { jobSchema } from '#server/platform/jobs-boss.ts'

type Db = Kysely<unknown>

/** Sessions, codes and whatever else opens a door for a while: a restored system starts without them. */
export const fleetingTables = [
  'session',
  'staff_session',
  'staff_invitation',
  'one_time_code',
  'passkey_challenge',
  'handover',
  'sweep',
]

/** What triggers write beside the rows of another table: they do so again when those are put back. */
const keptByTriggers = ['loan_sum']

/** Rows asked for at once: a document's bytes are in its row. */
const batch = 50

/** A job that had not been done at the moment of the snapshot. */
export interface WaitingJob {
  readonly name: string
  readonly data: object
  readonly start_after: string
  readonly singleton_key: string | null
}

/** One moment of the whole database, read while others write. */
export function withSnapshot<T>(database: Database, work: (db: Db) => Promise<T>): Promise<T> {
  return database.withMigrationDb((db) =>
    db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work),
  )
}

/** The product's tables, those first that others point at. */
export async function tablesInOrder(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename not like 'kysely%' order by tablename`.execute(db)
  const { rows: links } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent
    from pg_constraint link
    join pg_class child on child.oid = link.conrelid
    join pg_class parent on parent.oid = link.confrelid
    where link.contype = 'f' and link.connamespace = 'public'::regnamespace and child.oid <> parent.oid`.execute(db)
  const left = new Set(tables.map(({ name }) => name))
  const ordered: string[] = []
  while (left.size > 0) {
    const free = [...left].filter((name) => !links.some(({ child, parent }) => child === name && left.has(parent)))
    if (free.length === 0) throw new Error(`tables point at each other: ${[...left].join(', ')}`)
    for (const name of free) left.delete(name)
    ordered.push(...free)
  }
  return ordered.filter((name) => !fleetingTables.includes(name) && !keptByTriggers.includes(name))
}

export async function appliedMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** Each row of a table as one line of JSON, in PostgreSQL's own words. Inside `withSnapshot` only. */
export async function* linesOf(db: Db, table: string): AsyncGenerator<string> {
  await sql`declare lines no scroll cursor for select row_to_json(each)::text as line from ${sql.table(table)} each`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.raw(String(batch))} from lines`.execute(db)
    for (const { line } of rows) yield line
    if (rows.length < batch) break
  }
  await sql`close lines`.execute(db)
}

/** Jobs that wait, run or were parked. A job that ran at that moment runs again: handlers stand that. */
export async function waitingJobs(db: Db): Promise<WaitingJob[]> {
  const { rows: there } = await sql<{ found: boolean }>`
    select to_regclass(${`${jobSchema}.job`}) is not null as found`.execute(db)
  if (!there[0]?.found) return []
  const { rows } = await sql<WaitingJob>`
    select name, data, start_after, singleton_key from ${sql.table(`${jobSchema}.job`)}
    where state in ('created', 'retry', 'active', 'failed') and name not like '\\_\\_%' order by created_on`.execute(db)
  return rows
}

/** Ids and lengths of the files that were whole at that moment. */
export async function storedFiles(db: Db): Promise<Array<{ id: string; size: number }>> {
  const { rows } = await sql<{ id: string; size: number }>`
    select id, stored_size as size from evidence where state = 'stored' order by id`.execute(db)
  return rows
}

/** Whether the product's schema is not in this database. */
export async function isEmpty(db: Db): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`select to_regclass('journal_head') is null as empty`.execute(db)
  return rows[0]?.empty === true
}

/** Whether this database has never held anything of the product: a restore that failed half-way leaves an empty schema. */
export async function isUnused(db: Db): Promise<boolean> {
  if (await isEmpty(db)) return true
  const { rows } = await sql<{ used: boolean }>`
    select exists (select from journal_head where count > 0) or exists (select from client) as used`.execute(db)
  return rows[0]?.used === false
}

/** Takes out of an unused database the rows its migrations put in: the backup has its own. `tables` with those first that others point at. */
export async function dropMadeRows(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of [...tables].reverse())
    if (table !== 'journal_head') await sql`delete from ${sql.table(table)}`.execute(db)
}

/** Puts lines made by `linesOf` back into their table. */
export async function putLines(db: Db, table: string, lines: readonly string[]): Promise<void> {
  const rows = `[${lines.join(',')}]`
  if (table === 'journal_head') {
    // The migrations made the heads already, and nobody may delete them.
    await sql`update journal_head set genesis = kept.genesis, count = kept.count, hash = kept.hash,
      key_id = kept.key_id, signature = kept.signature
      from json_populate_recordset(null::journal_head, ${rows}::json) kept where journal_head.shard = kept.shard`.execute(
      db,
    )
    return
  }
  const name = sql.table(table)
  await sql`insert into ${name} overriding system value
    select * from json_populate_recordset(null::${name}, ${rows}::json)`.execute(db)
}

/** Numbers given by the database go on after the last one there is. */
export async function goOnCounting(db: Db): Promise<void> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  for (const { table, column } of rows) {
    await sql`select setval(pg_get_serial_sequence(${table}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(db)
  }
}

/**
 * Payouts that were under way go on only at a person's word: the money may have been sent after the backup was made.
 * Answers how many.
 */
export async function holdPayouts(db: Db): Promise<number> {
  const held =
    await sql`update payout set state = 'refused', lease_until = null, trouble = 'восстановлено из копии: сверьте с банком'
    where state in ('preparing', 'sent', 'checking')`.execute(db)
  return Number(held.numAffectedRows ?? 0)
}

/** How much of the product there is in a database. */
export async function heldBy(db: Db): Promise<{ clients: number; requests: number; files: number; entries: number }> {
  const { rows } = await sql<{ clients: number; requests: number; files: number; entries: number }>`
    select (select count(*) from client) as clients, (select count(*) from request) as requests,
      (select count(*) from evidence where state = 'stored') as files, (select sum(count) from journal_head)::integer as entries`.execute(
    db,
  )
  const [held] = rows
  if (!held) throw new Error('a count has no answer')
  return held
}
