import { type Kysely, sql } from 'kysely'
import { endStates, type State } from '#contract/life.ts'
import type { LoanRequest } from '#contract/request.ts'
import { countedPlaces } from '#contract/status.ts'
import type { SessionTicket } from '#server/http/actors.ts'
import type { Database } from '#server/platform/database.ts'
import { lockName } from '#server/platform/locks.ts'

/** The part of a request its owner is shown, kept beside the state so that one query answers the poll. */
export type Shown = Partial<
  Pick<LoanRequest, 'returned' | 'rejection' | 'offerUntil' | 'coolingOff' | 'payout' | 'loan' | 'prolongation'>
> &
  Pick<LoanRequest, 'terms'>

interface RequestTable {
  id: string
  client_id: string
  type: string
  state: State
  version: number
  shown: unknown
  facts: Uint8Array | null
  created_at: Date
  updated_at: Date
  sent_at: Date | null
  reviewed_at: Date | null
}

/** A request, and whose it is: where its client is known, its rows are looked for among theirs. */
export type RequestKey = Pick<RequestTable, 'id' | 'client_id'>

export type RequestRow = Omit<RequestTable, 'shown'> & { shown: Shown }

const tables = (db: Kysely<unknown>) => db.$extendTables<{ request: RequestTable }>()

// By name: a prepared `select *` fails on the servers of the release before when a migration adds a column.
const columns = [
  'id',
  'client_id',
  'type',
  'state',
  'version',
  'shown',
  'facts',
  'created_at',
  'updated_at',
  'sent_at',
  'reviewed_at',
] as const

const typed = (row: RequestTable | undefined) => row as RequestRow | undefined

export async function insertRequest(db: Kysely<unknown>, row: RequestRow): Promise<void> {
  await tables(db)
    .insertInto('request')
    .values({ ...row, shown: JSON.stringify(row.shown) })
    .execute()
}

/** A request by its id; where its client is known it is looked for among theirs. */
const byId = (db: Kysely<unknown>, id: string, clientId: string | undefined) =>
  tables(db)
    .selectFrom('request')
    .select(columns)
    .where('id', '=', id)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))

export async function readRequest(db: Kysely<unknown>, id: string, clientId?: string): Promise<RequestRow | undefined> {
  return typed(await byId(db, id, clientId).executeTakeFirst())
}

/** Reads and locks the row to the end of the transaction: two events on one request come one after the other. */
export async function lockRequest(db: Kysely<unknown>, id: string, clientId?: string): Promise<RequestRow | undefined> {
  return typed(await byId(db, id, clientId).forUpdate().executeTakeFirst())
}

/** Writes only if nobody has since the version read; answers whether it did. */
export async function updateRequest(
  db: Kysely<unknown>,
  { id, client_id, version }: Pick<RequestRow, 'id' | 'client_id' | 'version'>,
  change: Partial<Pick<RequestRow, 'state' | 'shown' | 'facts' | 'sent_at' | 'reviewed_at'>> & {
    updated_at: Date
  },
): Promise<boolean> {
  const { shown, ...rest } = change
  const result = await tables(db)
    .updateTable('request')
    .set({ ...rest, ...(shown && { shown: JSON.stringify(shown) }), version: version + 1 })
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .where('version', '=', version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Requests that still need something first, then loans, then finished prolongations; newest first inside each. */
export function listRequests({ ask }: Pick<Database, 'ask'>, clientId: string): Promise<RequestRow[]> {
  return ask<RequestRow>({ name: 'requests_of_client', text: requestsOfClient, values: [clientId] })
}

const ended = endStates.map((state) => `'${state}'`).join(', ')

const requestsOfClient = `select ${columns.join(', ')} from request where client_id = $1
  order by case when state not in (${ended}) then 0 when type = 'loan' then 1 else 2 end, created_at desc`

/** A session as the poll's question reads it beside the requests. */
export interface PollingSession {
  readonly id: string
  readonly client_id: string
  readonly created_at: Date
  readonly seen_at: Date
}

/** What a poll needs in one prepared question: the session of a token, and its client's requests in their order. */
export async function sessionAndRequests({ ask }: Pick<Database, 'ask'>, { clientId, tokenHash }: SessionTicket) {
  const rows = await ask<Omit<RequestRow, 'facts'> & { session: string; began: Date; seen_at: Date }>({
    name: 'session_and_requests',
    text: sessionWithRequests,
    values: [clientId, tokenHash],
  })
  const [first] = rows
  if (!first) return undefined
  const { session: id, client_id, began: created_at, seen_at } = first
  const session: PollingSession = { id, client_id, created_at, seen_at }
  return { session, requests: first.id === null ? [] : rows }
}

const sessionWithRequests = `select s.id as session, s.client_id, s.created_at as began, s.seen_at,
    r.id, r.type, r.state, r.version, r.shown, r.created_at, r.updated_at, r.sent_at, r.reviewed_at
  from session s left join request r on r.client_id = s.client_id
  where s.client_id = $1 and s.token_hash = $2 and s.ended_at is null
  order by case when r.state not in (${ended}) then 0 when r.type = 'loan' then 1 else 2 end, r.created_at desc`

/** The last request of this client that got as far as being sent, for prefilling the next one. */
export async function lastSentRequest(db: Kysely<unknown>, clientId: string): Promise<RequestRow | undefined> {
  const row = await tables(db)
    .selectFrom('request')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('type', '=', 'loan')
    .where('sent_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return typed(row)
}

/** The last request of some accounts that was refused after it had been sent. */
export async function lastRefusedRequest(
  db: Kysely<unknown>,
  clientIds: readonly string[],
): Promise<RequestRow | undefined> {
  const row = await tables(db)
    .selectFrom('request')
    .select(columns)
    .where('client_id', 'in', clientIds)
    .where('type', '=', 'loan')
    .where('state', '=', 'Rejected')
    .where('sent_at', 'is not', null)
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return typed(row)
}

/** Requests in the order of their ids. */
export async function pageOfRequests(db: Kysely<unknown>, after: string, limit: number): Promise<RequestRow[]> {
  const rows = await tables(db)
    .selectFrom('request')
    .select(columns)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows as RequestRow[]
}

/** Position in the queue (1 is next) of a request that waits for a reviewer; no more than `countedPlaces + 1`. */
export async function queuePosition(db: Kysely<unknown>, sentAt: Date): Promise<number> {
  const { before } = await db
    .selectFrom(
      tables(db)
        .selectFrom('request')
        .select('id')
        .where('state', '=', 'Queued')
        .where('sent_at', '<', sentAt)
        .limit(countedPlaces)
        .as('earlier'),
    )
    .select(({ fn }) => fn.countAll<number>().as('before'))
    .executeTakeFirstOrThrow()
  return before + 1
}

export async function readRequests(db: Kysely<unknown>, ids: readonly string[]): Promise<RequestRow[]> {
  if (ids.length === 0) return []
  const rows = await tables(db).selectFrom('request').selectAll().where('id', 'in', ids).execute()
  return rows as RequestRow[]
}

/** Minutes from sending to the reviewer's answer, the median since `since`; null when there were under five. */
export async function medianReviewMinutes(db: Kysely<unknown>, since: Date): Promise<number | null> {
  const { rows } = await sql<{ minutes: number | null; reviewed: number }>`
    select percentile_cont(0.5) within group (order by extract(epoch from reviewed_at - sent_at)) / 60 as minutes,
      count(*) as reviewed
    from request where reviewed_at > ${since} and sent_at is not null`.execute(db)
  const row = rows[0]
  return row && row.reviewed >= 5 && row.minutes !== null ? Number(row.minutes) : null
}

/** The client's loan request that is not finished, if any. Two creations of one client come one after the other. */
export async function openLoanRequest(db: Kysely<unknown>, clientId: string): Promise<RequestRow | undefined> {
  await lockName(db, `request of ${clientId}`)
  const row = await tables(db)
    .selectFrom('request')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('type', '=', 'loan')
    .where('state', 'not in', endStates)
    .executeTakeFirst()
  return typed(row)
}
