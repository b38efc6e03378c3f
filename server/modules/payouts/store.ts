import { type Kysely, sql } from 'kysely'
import type { attemptStates, PayoutState } from '#contract/calls/office/payouts.ts'
import type { RequestKey } from '../requests/index.ts'

export type { PayoutState }

interface PayoutTable {
  id: string
  request_id: string
  client_id: string
  amount: number
  state: PayoutState
  sealed: Uint8Array
  attempt: number
  lease_until: Date | null
  trouble: string | null
  retry_asked_by: string | null
  retry_attempt: number | null
  created_at: Date
  updated_at: Date
}

interface AttemptTable {
  id: string
  client_id: string
  payout_id: string
  number: number
  state: (typeof attemptStates)[number]
  sealed: Uint8Array
  provider: string
  provider_id: string | null
  reason: string | null
  at: Date
  settled_at: Date | null
}

export type PayoutRow = PayoutTable
export type AttemptRow = AttemptTable
type Tables = { payout: PayoutTable; payout_attempt: AttemptTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function insertPayout(db: Kysely<unknown>, row: PayoutRow): Promise<void> {
  await tables(db).insertInto('payout').values(row).execute()
}

export async function lockPayout(db: Kysely<unknown>, id: string): Promise<PayoutRow | undefined> {
  return tables(db).selectFrom('payout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function payoutOfRequest(
  db: Kysely<unknown>,
  { id, client_id }: RequestKey,
): Promise<PayoutRow | undefined> {
  return tables(db)
    .selectFrom('payout')
    .selectAll()
    .where('request_id', '=', id)
    .where('client_id', '=', client_id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updatePayout(db: Kysely<unknown>, id: string, change: Partial<PayoutTable>): Promise<void> {
  await tables(db).updateTable('payout').set(change).where('id', '=', id).execute()
}

export async function insertAttempt(db: Kysely<unknown>, row: AttemptRow): Promise<void> {
  await tables(db).insertInto('payout_attempt').values(row).execute()
}

export async function readAttempt(
  db: Kysely<unknown>,
  payoutId: string,
  number: number,
): Promise<AttemptRow | undefined> {
  return tables(db)
    .selectFrom('payout_attempt')
    .selectAll()
    .where('payout_id', '=', payoutId)
    .where('number', '=', number)
    .executeTakeFirst()
}

export async function updateAttempt(db: Kysely<unknown>, id: string, change: Partial<AttemptTable>): Promise<void> {
  await tables(db).updateTable('payout_attempt').set(change).where('id', '=', id).execute()
}

/** Payouts that still need somebody to look: not touched since `before` and not leased. */
export async function openPayouts(db: Kysely<unknown>, before: Date, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('payout')
    .select('id')
    .where('state', 'in', ['preparing', 'sent', 'checking'])
    .where('updated_at', '<=', before)
    .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .limit(200)
    .execute()
  return rows.map(({ id }) => id)
}

/** Requests whose money came back before a moment and whose owner has named no other way since. */
export async function payoutsGivenBack(db: Kysely<unknown>, before: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('payout')
    .select('request_id')
    .where('state', '=', 'cancelled')
    .where('updated_at', '<=', before)
    .orderBy('updated_at')
    .limit(200)
    .execute()
  return rows.map(({ request_id }) => request_id)
}

export async function payoutByTransfer(
  db: Kysely<unknown>,
  provider: string,
  providerId: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('payout_attempt')
    .select('payout_id')
    .where('provider', '=', provider)
    .where(({ eb, or }) => or([eb('provider_id', '=', providerId), eb('id', '=', providerId)]))
    .executeTakeFirst()
  return row?.payout_id
}

/** How many payouts are in each state that is not an end, and how many of them the rail complains of. */
export async function countOpen(db: Kysely<unknown>): Promise<{ state: string; trouble: boolean; count: number }[]> {
  const rows = await tables(db)
    .selectFrom('payout')
    .select(({ fn }) => ['state', sql<boolean>`trouble is not null`.as('trouble'), fn.countAll<number>().as('count')])
    .where('state', 'not in', ['succeeded', 'cancelled', 'withdrawn'])
    .groupBy(['state', sql`trouble is not null`])
    .execute()
  return rows.map(({ state, trouble, count }) => ({ state, trouble, count: Number(count) }))
}

export async function readPayout(db: Kysely<unknown>, id: string): Promise<PayoutRow | undefined> {
  return tables(db).selectFrom('payout').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function attemptsOf(db: Kysely<unknown>, payoutIds: string[]): Promise<AttemptRow[]> {
  if (payoutIds.length === 0) return []
  return tables(db)
    .selectFrom('payout_attempt')
    .selectAll()
    .where('payout_id', 'in', payoutIds)
    .orderBy('number')
    .execute()
}
