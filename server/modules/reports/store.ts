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

/** The median of seconds people really took for each step, of the steps with enough walks. */
export async function stepMedians(db: Kysely<unknown>, since: Date, fewest: number) {
  const { rows } = await sql<{ step: number; seconds: number }>`
    select step, percentile_cont(0.5) within group (order by seconds) as seconds
    from funnel_event where what = 'accepted' and seconds > 0 and at > ${since}
    group by step having count(*) >= ${fewest}`.execute(db)
  return rows
}

/** How many opened, accepted and left each step. */
export async function stepCounts(db: Kysely<unknown>, since: Date) {
  const { rows } = await sql<{ step: number; opened: number; accepted: number; left: number }>`
    select step, count(*) filter (where what = 'opened') as opened,
      count(*) filter (where what = 'accepted') as accepted, count(*) filter (where what = 'left') as left
    from funnel_event where at > ${since} group by step order by step`.execute(db)
  return rows
}

/** How often each event happened to requests. */
export async function requestEvents(db: Kysely<unknown>, since: Date) {
  const { rows } = await sql<{ name: string; count: number }>`
    select replace(event, 'request.', '') as name, count(*) as count from journal
    where subject_kind = 'request' and event like 'request.%' and at > ${since}
    group by event order by count desc, event`.execute(db)
  return rows
}

/** Coded reasons of an event, most frequent first. */
export async function eventReasons(db: Kysely<unknown>, event: string, since: Date) {
  const { rows } = await sql<{ name: string; count: number }>`
    select data ->> 'reason' as name, count(*) as count from journal
    where event = ${event} and at > ${since} and data ->> 'reason' is not null
    group by 1 order by count desc, 1`.execute(db)
  return rows
}

/** What each reviewer decided. */
export async function reviewerCounts(db: Kysely<unknown>, since: Date) {
  const { rows } = await sql<{ id: string; approved: number; returned: number; refused: number }>`
    select actor_id as id, count(*) filter (where event in ('request.approve', 'request.askSecond')) as approved,
      count(*) filter (where event = 'request.return') as returned,
      count(*) filter (where event = 'request.refuse') as refused
    from journal
    where event in ('request.approve', 'request.askSecond', 'request.return', 'request.refuse')
      and actor_kind = 'office' and at > ${since}
    group by actor_id order by actor_id`.execute(db)
  return rows
}

export async function deleteReports(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('error_group').where('last_at', '<', before).execute()
  await tables(db).deleteFrom('funnel_event').where('at', '<', before).execute()
}
