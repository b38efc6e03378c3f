import { type Kysely, type SqlBool, sql } from 'kysely'
import { type PayoutState, waitForUs } from '#contract/calls/office/payouts.ts'
import type { PayoutRow } from './store.ts'

/** What a search asks for: the number of a contract, an id or its end, or blind indexes of a phone or surname. */
export type PayoutSearch =
  | { readonly contract: string }
  | { readonly id: string }
  | { readonly kind: 'phone' | 'surname'; readonly values: readonly Buffer[] }

export interface AskedPayouts {
  readonly states?: readonly PayoutState[] | undefined
  readonly search?: PayoutSearch | null | undefined
  readonly after?: { readonly at: Date; readonly id: string } | null | undefined
  readonly limit: number
}

const always = sql<SqlBool>`true`

function matching(search: PayoutSearch | null | undefined) {
  if (!search) return always
  if ('contract' in search)
    // A payout that has not arrived has no loan yet: its contract is known by the offer that was signed.
    return sql<SqlBool>`request_id in (select request_id from loan where contract_number = ${search.contract}
      union select request_id from offer where number = ${search.contract})`
  if ('id' in search) {
    const { id } = search
    return id.length === 8
      ? sql<SqlBool>`("right"(request_id, 8) = ${id} or "right"(id, 8) = ${id})`
      : sql<SqlBool>`(request_id = ${id} or id = ${id})`
  }
  const values = sql.join(search.values.map((value) => sql`${value}`))
  return sql<SqlBool>`request_id in (select request_id from review_index where kind = ${search.kind} and value in (${values}))`
}

const among = (states: readonly PayoutState[]) => sql<SqlBool>`state in (${sql.join(states.map((one) => sql`${one}`))})`

/** Newest first, after a place in that order. */
export async function listPayouts(
  db: Kysely<unknown>,
  { states, search, after, limit }: AskedPayouts,
): Promise<PayoutRow[]> {
  const { rows } = await sql<PayoutRow>`
    select * from payout
    where ${states ? among(states) : always} and ${matching(search)}
      and ${after ? sql<SqlBool>`(created_at, id) < (${after.at}::timestamptz, ${after.id})` : always}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}

/** How many payouts stand until somebody here does something, and how much money that is. */
export async function payoutsForUs(db: Kysely<unknown>): Promise<{ count: number; amount: number }> {
  const { rows } = await sql<{ count: number; amount: number }>`
    select count(*) as count, coalesce(sum(amount), 0) as amount from payout where ${among(waitForUs)}`.execute(db)
  return { count: Number(rows[0]?.count ?? 0), amount: Number(rows[0]?.amount ?? 0) }
}
