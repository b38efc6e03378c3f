import pg from 'pg'

type Types = Readonly<Record<string, string>>

/** Writes rows given as columns, all in one statement. */
export async function insertColumns(
  client: pg.Client,
  table: string,
  types: Types,
  columns: readonly unknown[][],
): Promise<void> {
  const values = Object.values(types).map((type, at) => `$${at + 1}::${type}[]`)
  await client.query(
    `insert into ${table} (${Object.keys(types).join(', ')}) select * from unnest(${values.join(', ')})`,
    columns as unknown[][],
  )
}

/** Collects rows of a table until they are written. */
export function bulk<Row extends unknown[]>(table: string, types: Types) {
  let rows: Row[] = []
  return {
    table,
    add: (...row: Row) => void rows.push(row),
    /** Takes what was collected; answers what writes it. */
    take() {
      const taken = rows
      rows = []
      const columns = Object.keys(types).map((_, at) => taken.map((row) => row[at]))
      return async (client: pg.Client) => {
        if (taken.length > 0) await insertColumns(client, table, types, columns)
      }
    },
  }
}

export type Bulk = Pick<ReturnType<typeof bulk>, 'table' | 'take'>

/** What is checked and kept in order at each row, and how it is made again. */
const kept = `
  select format('alter table %s drop constraint %I', conrelid::regclass, conname) as gone,
    format('alter table %s add constraint %I %s%s', conrelid::regclass, conname, pg_get_constraintdef(oid),
      case contype when 'f' then ' not valid' else '' end) as back,
    case contype when 'f' then 1 else 2 end as turn
  from pg_constraint where contype in ('p', 'u', 'f')
    and (conrelid = any($1::regclass[]) or (contype = 'f' and confrelid = any($1::regclass[])))
  union all
  select format('drop index %I', relname), pg_get_indexdef(indexrelid), 3
  from pg_index join pg_class on pg_class.oid = indexrelid
  where indrelid = any($1::regclass[]) and not exists (select from pg_constraint where conindid = indexrelid and contype <> 'f')
  order by turn`

/** Fills tables without their indexes, triggers and keys, which are made again at the end: many times faster than row by row. */
export async function filling(url: string, tables: readonly string[], work: (client: pg.Client) => Promise<void>) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ gone: string; back: string }>(kept, [tables])
    for (const { gone } of rows) await client.query(gone)
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
    await work(client)
    for (const { back } of [...rows].reverse()) await client.query(back)
    // What the database does by itself in the quiet hours.
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

const batch = 2000

/** Makes rows of numbers from 0 on; those of one batch are written while the next is made. */
export async function fill(
  url: string,
  tables: readonly Bulk[],
  count: number,
  make: (n: number) => void,
): Promise<void> {
  await filling(
    url,
    tables.map(({ table }) => table),
    async (client) => {
      let writing = Promise.resolve()
      for (let start = 0; start < count; start += batch) {
        for (let n = start; n < Math.min(count, start + batch); n += 1) make(n)
        await writing
        const taken = tables.map((table) => table.take())
        writing = (async () => {
          for (const write of taken) await write(client)
        })()
        // It is awaited a batch later.
        writing.catch(() => undefined)
        // Let the statements go out before the next rows are made.
        await new Promise((resolve) => setImmediate(resolve))
      }
      await writing
    },
  )
}

/** A share from 0 to 1 that looks drawn by lot and is the same for the same number. */
export function lot(n: number, of: number): number {
  let x = Math.imul(n ^ Math.imul(of, 0x9e3779b1), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 2 ** 32
}

/** Ids as random as the product's are, known by their number. */
export const idOf = (n: number, kind: number): string =>
  `${(Math.imul(n + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0')}-000${kind.toString(16)}-4000-8000-${String(n).padStart(12, '0')}`
