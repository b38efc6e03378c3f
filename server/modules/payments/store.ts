import { type Kysely, sql } from 'kysely'
import type { PayPurpose, PayState, PayWay } from '#contract/paying.ts'

interface OrderTable {
  /** Also the key the provider knows it by. */
  id: string
  loan_id: string
  client_id: string
  purpose: PayPurpose | 'autopay'
  way: PayWay
  means_id: string | null
  /** The person wants the means kept. */
  saves: boolean
  amount: number
  /** The lender's day the sum was reckoned for. */
  day: string
  /** Of a charge by itself: the payment of the schedule it is for. */
  row_date: string | null
  state: PayState
  provider: string
  provider_id: string | null
  link: string | null
  reason: string | null
  trouble: string | null
  lease_until: Date | null
  /** When the provider is to be asked; null: nothing is left to ask. */
  look_at: Date | null
  created_at: Date
  settled_at: Date | null
}

interface MeansTable {
  id: string
  client_id: string
  provider: string
  /** Null once it was unlinked: nothing can charge it any more. */
  sealed: Uint8Array | null
  linked_at: Date
  unlinked_at: Date | null
}

export type OrderRow = OrderTable
export type MeansRow = MeansTable
const tables = (db: Kysely<unknown>) => db.$extendTables<{ pay_order: OrderTable; pay_means: MeansTable }>()

export const isOver = ({ settled_at }: Pick<OrderRow, 'settled_at'>): boolean => settled_at !== null

/** Adds an order; false where another charge of the loan is under way, or this very one is there already. */
export async function insertOrder(db: Kysely<unknown>, row: OrderRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('pay_order')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** With `clientId`, only that client's. */
export async function readOrder(db: Kysely<unknown>, id: string, clientId?: string): Promise<OrderRow | undefined> {
  return tables(db)
    .selectFrom('pay_order')
    .selectAll()
    .where('id', '=', id)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .executeTakeFirst()
}

export async function lockOrder(db: Kysely<unknown>, id: string): Promise<OrderRow | undefined> {
  return tables(db).selectFrom('pay_order').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateOrder(db: Kysely<unknown>, id: string, change: Partial<OrderTable>): Promise<void> {
  await tables(db).updateTable('pay_order').set(change).where('id', '=', id).execute()
}

export async function orderByProviderId(
  db: Kysely<unknown>,
  provider: string,
  id: string,
): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('pay_order')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_id', '=', id)
    .executeTakeFirst()
  return row?.id
}

/** Orders the provider is to be asked about now, the longest waiting first. */
export async function ordersToLook(db: Kysely<unknown>, now: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('pay_order')
    .select('id')
    .where('look_at', '<=', now)
    .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('look_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Orders of a loan, newest first. */
export async function ordersOf(
  db: Kysely<unknown>,
  { id, clientId }: { readonly id: string; readonly clientId: string },
  limit: number,
): Promise<OrderRow[]> {
  return tables(db)
    .selectFrom('pay_order')
    .selectAll()
    .where('loan_id', '=', id)
    .where('client_id', '=', clientId)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

/** All orders, or those that wait for a person, newest first, after a place in that order. */
export async function listOrders(
  db: Kysely<unknown>,
  only: { readonly loan?: string | undefined; readonly state?: PayState | undefined },
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<OrderRow[]> {
  let query = tables(db).selectFrom('pay_order').selectAll()
  if (only.loan) query = query.where('loan_id', '=', only.loan)
  if (only.state) query = query.where('state', '=', only.state)
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id})`)
  return query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** Payments of a loan that were begun and are not over. */
export async function countOpenOf(db: Kysely<unknown>, loanId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('pay_order')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('loan_id', '=', loanId)
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export async function countOpenOrders(db: Kysely<unknown>): Promise<{ state: PayState; count: number }[]> {
  const rows = await tables(db)
    .selectFrom('pay_order')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('look_at', 'is not', null)
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state, count: Number(count) }))
}

export async function insertMeans(db: Kysely<unknown>, row: MeansRow): Promise<void> {
  await tables(db).insertInto('pay_means').values(row).execute()
}

export async function readMeans(db: Kysely<unknown>, id: string): Promise<MeansRow | undefined> {
  return tables(db).selectFrom('pay_means').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locked against being unlinked in the same moment as it is charged. */
export async function lockMeans(db: Kysely<unknown>, id: string): Promise<MeansRow | undefined> {
  return tables(db).selectFrom('pay_means').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function unlinkMeans(db: Kysely<unknown>, id: string, at: Date): Promise<void> {
  await tables(db).updateTable('pay_means').set({ sealed: null, unlinked_at: at }).where('id', '=', id).execute()
}

/** Whether a worker is asking the provider to charge a means right now. */
export async function isBeingCharged(db: Kysely<unknown>, meansId: string, now: Date): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('pay_order')
    .select('id')
    .where('means_id', '=', meansId)
    .where('settled_at', 'is', null)
    .where('lease_until', '>', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Means of a client that may be charged, oldest first. */
export async function meansOf(db: Kysely<unknown>, clientId: string, provider: string): Promise<MeansRow[]> {
  return tables(db)
    .selectFrom('pay_means')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('provider', '=', provider)
    .where('unlinked_at', 'is', null)
    .orderBy('linked_at')
    .execute()
}
