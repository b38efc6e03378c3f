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

type HourTable = { hour: Date; step: number; what: FunnelCount['what']; count: number }

export interface FunnelCount {
  readonly step: number
  readonly what: 'opened' | 'left'
  readonly count: number
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ error_group: GroupTable; funnel_hour: HourTable }>()

export type SeenError = Omit<ErrorGroup, 'count' | 'first_at'>

/** Adds a report to its group; the latest breadcrumbs and release are the ones kept. Answers whether there is such a group. */
export async function countError(db: Kysely<unknown>, row: SeenError): Promise<boolean> {
  const counted = await tables(db)
    .updateTable('error_group')
    .set({
      count: sql`error_group.count + 1`,
      last_at: row.last_at,
      release: row.release,
      breadcrumbs: JSON.stringify(row.breadcrumbs),
    })
    .where('id', '=', row.id)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}

/** Counts a report of a group without writing anything else of it. */
export async function countOnly(db: Kysely<unknown>, id: string, at: Date): Promise<boolean> {
  const counted = await tables(db)
    .updateTable('error_group')
    .set({ count: sql`error_group.count + 1`, last_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return counted.numUpdatedRows > 0n
}

/** Makes a group of its own for a report; one made meanwhile by another is counted. */
export async function insertError(db: Kysely<unknown>, row: SeenError): Promise<void> {
  const breadcrumbs = JSON.stringify(row.breadcrumbs)
  await tables(db)
    .insertInto('error_group')
    .values({ ...row, breadcrumbs, count: 1, first_at: row.last_at })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ count: sql`error_group.count + 1`, last_at: row.last_at }),
    )
    .execute()
}

export async function countGroups(db: Kysely<unknown>): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('error_group')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
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

/** Adds to the counts of an hour. In one order, so that two servers never wait for each other. */
export async function countFunnel(db: Kysely<unknown>, hour: Date, counts: readonly FunnelCount[]): Promise<void> {
  if (counts.length === 0) return
  const rows = counts
    .toSorted((one, other) => one.step - other.step || one.what.localeCompare(other.what))
    .map((count) => ({ hour, ...count }))
  await tables(db)
    .insertInto('funnel_hour')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'step', 'what'])
        .doUpdateSet({ count: sql<number>`least(funnel_hour.count + excluded.count, 2000000000)` }),
    )
    .execute()
}

export async function deleteReports(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('error_group').where('last_at', '<', before).execute()
  await tables(db).deleteFrom('funnel_hour').where('hour', '<', before).execute()
  // What the release before this one wrote, a row an event.
  await sql`delete from funnel_event where at < ${before}`.execute(db)
}
