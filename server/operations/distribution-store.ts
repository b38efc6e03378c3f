import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

/** A unique index or primary key, by the columns it is about; null for an expression. */
export interface UniqueIndex {
  readonly table: string
  readonly name: string
  readonly columns: readonly (string | null)[]
}

/** A foreign key: its columns, those it points at, and what a deletion there does. */
export interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly columns: readonly string[]
  readonly other: string
  readonly otherColumns: readonly string[]
  /** pg_constraint.confdeltype, confupdtype. */
  readonly deletes: string
  readonly updates: string
}

const rowsOf = async <Row>(db: Db, question: string): Promise<Row[]> => (await sql.raw<Row>(question).execute(db)).rows
const here = `'public'::regnamespace`

/** The product's tables. */
export const tableNames = async (db: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = ${here} and relname not like 'kysely%' order by 1`,
    )
  ).map(({ name }) => name)

/** Columns that are never null, as `table.column`. */
export const filledColumns = async (db: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relkind = 'r' and relnamespace = ${here} and attnum > 0 and attnotnull and atttypid = 'text'::regtype`,
    )
  ).map(({ name }) => name)

/** Columns whose values the database counts up, as `table.column`. */
export const countedColumns = async (db: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select relname || '.' || attname as name from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = ${here} and attidentity <> '' order by 1`,
    )
  ).map(({ name }) => name)

export const uniqueIndexes = (db: Db): Promise<UniqueIndex[]> =>
  rowsOf(
    db,
    `select made.relname as "table", named.relname as name,
        (select json_agg(attname order by place) from unnest(indkey::int2[]) with ordinality as key (number, place)
          left join pg_attribute on attrelid = indrelid and attnum = number) as columns
      from pg_index join pg_class made on made.oid = indrelid join pg_class named on named.oid = indexrelid
      where indisunique and made.relnamespace = ${here} order by 1, 2`,
  )

export const foreignKeys = (db: Db): Promise<ForeignKey[]> =>
  rowsOf(
    db,
    `select made.relname as "table", conname as name, other.relname as other, confdeltype as deletes, confupdtype as updates,
        (select json_agg(attname order by place) from unnest(conkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = conrelid and attnum = number) as columns,
        (select json_agg(attname order by place) from unnest(confkey) with ordinality as key (number, place)
          join pg_attribute on attrelid = confrelid and attnum = number) as "otherColumns"
      from pg_constraint join pg_class made on made.oid = conrelid join pg_class other on other.oid = confrelid
      where contype = 'f' and connamespace = ${here} order by 1, 2`,
  )

/** Tables with triggers of ours. */
export const tablesWithTriggers = async (db: Db): Promise<string[]> =>
  (
    await rowsOf<{ name: string }>(
      db,
      `select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = ${here} order by 1`,
    )
  ).map(({ name }) => name)
