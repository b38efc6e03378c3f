import { type Kysely, sql } from 'kysely'

interface ReviewTable {
  request_id: string
  client_id: string
  round: number
  /** The sending this round is about, as the request has it. */
  sent_at: Date
  /** Working time of the rounds before this one, milliseconds. */
  waited_ms: number
  holder: string | null
  lease_until: Date | null
  first_approver: string | null
  last_reviewer: string | null
  /** From when the present stretch of waiting counts; null: from the sending. */
  clock_since: Date | null
  /** Whom a supervisor gave it to. */
  assigned_to: string | null
  assigned_by: string | null
  assigned_at: Date | null
  held_since: Date | null
  /** The reviewer's words about a refusal, for the staff. */
  refusal: Uint8Array | null
}
export type ReviewRow = ReviewTable
/** The review that something belongs to: of a request, beside it in the database. */
export type OfReview = Pick<ReviewTable, 'request_id' | 'client_id'>

interface VerdictTable extends OfReview {
  step: number
  round: number
  revision: number
  verdict: 'ok' | 'fix' | 'fraud'
  sealed: Uint8Array
  staff_id: string
  at: Date
}
export type VerdictRow = VerdictTable

interface OpenedTable extends OfReview {
  step: number
  staff_id: string
  round: number
  revision: number
  at: Date
}
export type OpenedRow = OpenedTable

interface PresenceTable extends OfReview {
  staff_id: string
  seen_at: Date
  /** When this member last saw the request whole. */
  whole_at?: Date | null
}

interface IndexTable extends OfReview {
  kind: 'phone' | 'surname'
  value: Uint8Array
}

type Tables = {
  review: ReviewTable
  review_verdict: VerdictTable
  review_opened: OpenedTable
  review_presence: PresenceTable
  review_index: IndexTable
}

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function readReview(db: Kysely<unknown>, requestId: string): Promise<ReviewRow | undefined> {
  return tables(db).selectFrom('review').selectAll().where('request_id', '=', requestId).executeTakeFirst()
}

export async function readReviews(db: Kysely<unknown>, requestIds: readonly string[]): Promise<ReviewRow[]> {
  if (requestIds.length === 0) return []
  return tables(db).selectFrom('review').selectAll().where('request_id', 'in', requestIds).execute()
}

export async function insertReview(db: Kysely<unknown>, row: ReviewRow): Promise<void> {
  await tables(db)
    .insertInto('review')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'client_id']).doNothing())
    .execute()
}

export async function updateReview(
  db: Kysely<unknown>,
  requestId: string,
  change: Partial<Omit<ReviewRow, keyof OfReview>>,
): Promise<void> {
  await tables(db).updateTable('review').set(change).where('request_id', '=', requestId).execute()
}

/** Makes the lease of this holder longer; false when the request is not in their hands. */
export async function extendLease(
  db: Kysely<unknown>,
  requestId: string,
  holder: string,
  until: Date,
): Promise<boolean> {
  const result = await tables(db)
    .updateTable('review')
    .set({ lease_until: until })
    .where('request_id', '=', requestId)
    .where('holder', '=', holder)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function leasesOver(db: Kysely<unknown>, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('review')
    .select('request_id')
    .where('holder', 'is not', null)
    .where('lease_until', '<=', now)
    .execute()
  return rows.map((row) => row.request_id)
}

export async function writeIndex(db: Kysely<unknown>, row: IndexTable): Promise<void> {
  await tables(db)
    .insertInto('review_index')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'kind', 'client_id']).doUpdateSet({ value: row.value }))
    .execute()
}

export async function readVerdicts(db: Kysely<unknown>, requestId: string): Promise<VerdictRow[]> {
  return tables(db).selectFrom('review_verdict').selectAll().where('request_id', '=', requestId).execute()
}

export async function writeVerdict(db: Kysely<unknown>, row: VerdictRow): Promise<void> {
  const { request_id: _request, client_id: _client, step: _step, ...change } = row
  await tables(db)
    .insertInto('review_verdict')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'step', 'client_id']).doUpdateSet(change))
    .execute()
}

export async function readOpened(db: Kysely<unknown>, requestId: string, staffId: string): Promise<OpenedRow[]> {
  return tables(db)
    .selectFrom('review_opened')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('staff_id', '=', staffId)
    .execute()
}

export async function writeOpened(db: Kysely<unknown>, row: OpenedRow): Promise<void> {
  const { round, revision, at } = row
  await tables(db)
    .insertInto('review_opened')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'step', 'staff_id', 'client_id']).doUpdateSet({ round, revision, at }),
    )
    .execute()
}

export async function writePresence(db: Kysely<unknown>, row: PresenceTable): Promise<void> {
  await tables(db)
    .insertInto('review_presence')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['request_id', 'staff_id', 'client_id']).doUpdateSet({ seen_at: row.seen_at }),
    )
    .execute()
}

/** Ids of the staff who had this request open since. */
export async function presentSince(db: Kysely<unknown>, requestId: string, since: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('review_presence')
    .select('staff_id')
    .where('request_id', '=', requestId)
    .where('seen_at', '>', since)
    .execute()
  return rows.map((row) => row.staff_id)
}

/** Notes that this member sees the request whole. */
export async function noteWhole(db: Kysely<unknown>, of: OfReview, staffId: string, at: Date): Promise<void> {
  const { request_id, client_id } = of
  await tables(db)
    .insertInto('review_presence')
    .values({ request_id, client_id, staff_id: staffId, seen_at: at, whole_at: at })
    .onConflict((conflict) => conflict.columns(['request_id', 'staff_id', 'client_id']).doUpdateSet({ whole_at: at }))
    .execute()
}

/** How many requests but this one a member has seen whole since, and when the first of them. */
export async function seenWhole(db: Kysely<unknown>, staffId: string, requestId: string, since: Date) {
  const { rows } = await sql<{ count: number; first: Date | null }>`
    select count(*) as count, min(whole_at) as first from review_presence
    where staff_id = ${staffId} and whole_at > ${since} and request_id <> ${requestId}`.execute(db)
  return rows[0] ?? { count: 0, first: null }
}

interface JournalLine {
  at: Date
  actor_kind: string
  actor_id: string | null
  event: string
  data: unknown
}

/** What the journal says of a request, oldest first; since a version of it when one is given. */
export async function requestHistory(
  db: Kysely<unknown>,
  requestId: string,
  sinceVersion = 0,
): Promise<Array<Omit<JournalLine, 'data'> & { data: Record<string, unknown> }>> {
  const { rows } = await sql<JournalLine>`
    select at, actor_kind, actor_id, event, data from journal
    where subject_kind = 'request' and subject_id = ${requestId}
      and (${sinceVersion}::integer = 0 or (data ->> 'version')::integer > ${sinceVersion}::integer)
    order by seq limit 500`.execute(db)
  return rows as Array<Omit<JournalLine, 'data'> & { data: Record<string, unknown> }>
}
