import { type Kysely, type SqlBool, sql } from 'kysely'
import type { queueTabs } from '#contract/calls/office/queue.ts'
import { mostCounted } from '#contract/calls/office/queue.ts'
import type { ListedRequest } from '../requests/index.ts'

export type QueueTab = (typeof queueTabs)[number]

/** A place in the order of a tab. */
export interface QueuePlace {
  readonly at: Date
  readonly id: string
}

const waiting = sql<SqlBool>`request.type = 'loan' and request.state = 'Queued'`

/** The request of those a supervisor gave to this reviewer since a moment that has waited longest, locked. */
export async function nextAssigned(db: Kysely<unknown>, staffId: string, since: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select request.id from request join review on review.request_id = request.id
    where ${waiting} and review.assigned_to = ${staffId} and review.assigned_at >= ${since}
      and review.first_approver is distinct from ${staffId}
    order by request.sent_at, request.id limit 1 for update of request skip locked`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * The request that has waited longest and that this reviewer may take, locked; one that another is just taking, or that was given to another since a moment, is
 * passed over.
 */
export async function nextWaiting(db: Kysely<unknown>, staffId: string, since: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select request.id from request
    where ${waiting} and not exists (
      select 1 from review where review.request_id = request.id and (review.first_approver = ${staffId}
        or (review.assigned_to <> ${staffId} and review.assigned_at >= ${since})))
    order by request.sent_at, request.id limit 1 for update of request skip locked`.execute(db)
  return rows[0]?.id ?? null
}

/** Requests that were sent (again) since and that the reviews do not know of yet. */
export async function notEnrolled(db: Kysely<unknown>, since: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select request.id from request left join review on review.request_id = request.id
    where ${waiting} and request.sent_at is not null and request.sent_at >= ${since}
      and (review.request_id is null or review.sent_at <> request.sent_at)
    order by request.sent_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** A tab's own condition. */
function inTab(tab: QueueTab, staffId: string) {
  if (tab === 'queued') return waiting
  if (tab === 'returned') return sql<SqlBool>`request.type = 'loan' and request.state = 'RollbackVerification'`
  if (tab === 'mine')
    return sql<SqlBool>`request.id in (select request_id from review where holder = ${staffId}
      union all select given.request_id from review as given join request as own on own.id = given.request_id
      where given.assigned_to = ${staffId} and own.state = 'Queued')`
  return sql<SqlBool>`request.type = 'loan' and request.sent_at is not null`
}

/** What a search asks for: an id, or blind indexes of a phone or surname. */
export type Search =
  | { readonly id: string }
  | { readonly kind: 'phone' | 'surname'; readonly values: readonly Buffer[] }

function matching(search: Search | null) {
  if (!search) return sql<SqlBool>`true`
  if ('id' in search) return sql<SqlBool>`request.id = ${search.id}`
  const values = sql.join(search.values.map((value) => sql`${value}`))
  return sql<SqlBool>`request.id in (select request_id from review_index where kind = ${search.kind} and value in (${values}))`
}

/** A page of a tab: oldest first, except «all», which is newest first. */
export async function queuePage(
  db: Kysely<unknown>,
  asked: { tab: QueueTab; staffId: string; search: Search | null; after: QueuePlace | null; limit: number },
): Promise<ListedRequest[]> {
  const { after } = asked
  const newestFirst = asked.tab === 'all'
  const beyond = sql.raw(newestFirst ? '<' : '>')
  const order = sql.raw(newestFirst ? 'desc' : 'asc')
  const rest = after
    ? sql<SqlBool>`(request.sent_at, request.id) ${beyond} (${after.at}::timestamptz, ${after.id})`
    : sql<SqlBool>`true`
  const { rows } = await sql<ListedRequest>`
    select request.* from request
    where request.sent_at is not null and ${inTab(asked.tab, asked.staffId)} and ${matching(asked.search)} and ${rest}
    order by request.sent_at ${order}, request.id ${order} limit ${asked.limit}`.execute(db)
  return rows
}

/** How many a tab holds, 1000 at most. */
export async function countTab(db: Kysely<unknown>, tab: QueueTab, staffId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select 1 from request where request.sent_at is not null and ${inTab(tab, staffId)} limit ${mostCounted}
    ) as found`.execute(db)
  return rows[0]?.count ?? 0
}

/** Since when each request that waits counts, and how long it had waited before that. */
export async function waitingNow(db: Kysely<unknown>): Promise<{ since: Date; waited: number }[]> {
  const { rows } = await sql<{ since: Date; waited: number }>`
    select coalesce(review.clock_since, request.sent_at) as since, coalesce(review.waited_ms, 0) as waited
    from request left join review on review.request_id = request.id
    where request.state in ('Queued', 'InReview') and request.sent_at is not null`.execute(db)
  return rows
}

/** How many requests wait for a reviewer, 1000 at most, and since when the first of them has. */
export async function waitingInQueue(db: Kysely<unknown>): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(sent_at) as since from (
      select request.sent_at from request where ${waiting} and request.sent_at is not null
      order by request.sent_at limit ${mostCounted}) as first`.execute(db)
  return rows[0] ?? { count: 0, since: null }
}
