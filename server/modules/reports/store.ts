import { type Kysely, sql } from 'kysely'

interface GroupTable {
  id: string
  message: string
  place: string | null
  release: string | null
  count: number
  breadcrumbs: unknown
  first_at: Date
  last_at: Date
}
export type ErrorGroup = Omit<GroupTable, 'breadcrumbs'> & { breadcrumbs: string[] }

type FunnelTable = {
  at: Date
  request_id: string | null
  step: number
  what: 'opened' | 'accepted' | 'left'
  seconds: number | null
}
export type FunnelRow = FunnelTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ error_group: GroupTable; funnel_event: FunnelTable }>()

/** Adds a report to its group; the latest breadcrumbs and release are the ones kept. */
export async function countError(db: Kysely<unknown>, row: Omit<ErrorGroup, 'count' | 'first_at'>): Promise<void> {
  const breadcrumbs = JSON.stringify(row.breadcrumbs)
  await tables(db)
    .insertInto('error_group')
    .values({ ...row, breadcrumbs, count: 1, first_at: row.last_at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        count: sql`error_group.count + 1`,
        last_at: row.last_at,
        release: row.release,
        breadcrumbs,
      }),
    )
    .execute()
}

/** Most recent first. */
export async function listErrors(
  db: Kysely<unknown>,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<ErrorGroup[]> {
  const query = tables(db).selectFrom('error_group').selectAll()
  const rest = after ? query.where(sql<boolean>`(last_at, id) < (${after.at}::timestamptz, ${after.id})`) : query
  const rows = await rest.orderBy('last_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
  return rows as ErrorGroup[]
}

export async function insertFunnel(db: Kysely<unknown>, rows: readonly FunnelRow[]): Promise<void> {
  if (rows.length > 0) await tables(db).insertInto('funnel_event').values(rows).execute()
}

export async function deleteReports(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('error_group').where('last_at', '<', before).execute()
  await tables(db).deleteFrom('funnel_event').where('at', '<', before).execute()
}
