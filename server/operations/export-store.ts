import { type Kysely, sql } from 'kysely'
import type { ExportTable } from './export-tables.ts'

type Db = Kysely<unknown>
export type ExportRow = Readonly<Record<string, unknown>>

/** Columns that are read as they stand, and what the sealed ones need. */
function selected({ columns, sealed, keys, table }: ExportTable) {
  const open = Object.entries(columns)
    .filter(([name, column]) => !column.sealed && !(table === 'posting' && name === 'lines'))
    .map(([name, { from }]) => sql`each.${sql.ref(from ?? name)} as ${sql.ref(name)}`)
  const needed = keys.map((key, at) => sql`each.${sql.ref(key)} as ${sql.ref(`key_${at}`)}`)
  const closed = sealed
    ? [sql`each.${sql.ref(sealed.column)} as sealed_value`, sql`each.${sql.ref(sealed.client)} as sealed_client`]
    : []
  const lines =
    table === 'posting'
      ? [sql`(select json_object_agg(account, amount) from posting_line where posting_id = each.id) as lines`]
      : []
  return sql.join([...open, ...needed, ...closed, ...lines])
}

/**
 * The next rows of a table in the order of its key: a question by itself, so that nothing is held open and a server of the same database waits for
 * none of it.
 */
export async function exportPage(
  db: Db,
  table: ExportTable,
  since: Date | string,
  after: readonly unknown[] | null,
  limit: number,
): Promise<ExportRow[]> {
  const keys = sql.join(table.keys.map((key) => sql`each.${sql.ref(key)}`))
  const recent = sql.join(
    [
      ...table.since.map((column) => sql`each.${sql.ref(column)} >= ${since}`),
      ...(table.journal
        ? [
            sql`exists (select from journal where subject_kind = ${table.journal} and subject_id = each.id and at >= ${since})`,
          ]
        : []),
    ],
    sql` or `,
  )
  const rest = after ? sql`and (${keys}) > (${sql.join(after.map((value) => sql`${value}`))})` : sql``
  const { rows } = await sql<ExportRow>`
    select ${selected(table)} from ${sql.table(table.table)} each
    where (${recent}) ${rest} order by ${keys} limit ${limit}`.execute(db)
  return rows
}
