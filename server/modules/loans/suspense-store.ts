import type { Kysely } from 'kysely'
import type { SuspenseReason } from '#contract/calls/office/book.ts'
import { lockName } from '#server/platform/locks.ts'
import type { Tx } from '#server/platform/transaction.ts'

export type { SuspenseReason }

/** The provider of payments that were placed from suspense by the staff. */
export const suspenseProvider = 'suspense'

/** What it was placed from, by the payment's id: that of the money in suspense, and which placing it is from the second on. */
export const placedFrom = (providerId: string) => providerId.split(':')[0] ?? providerId

interface SuspenseTable {
  id: string
  provider: string
  provider_id: string
  /** The loan the provider named; none of ours where it is unknown. */
  loan: string
  /** Whole kopecks. */
  amount: number
  reason: SuspenseReason
  at: Date
  settled_at: Date | null
  /** The day the payer paid. */
  paid_on: string | null
  placed_loan: string | null
  /** The client has asked for it back. */
  refund_asked_at: Date | null
}

export type SuspenseRow = SuspenseTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ payment_suspense: SuspenseTable }>()

/** Until the transaction ends nobody else counts this payment: two who are told of it for two loans would find it neither booked nor kept. */
export async function lockTold(db: Kysely<unknown>, provider: string, providerId: string): Promise<void> {
  await lockName(db, `payment ${provider} ${providerId}`)
}

/** Keeps a payment that no running loan could take, once for each id of the provider, and writes it into the journal. Answers whether it is new. */
export async function keepInSuspense(
  tx: Tx,
  row: Omit<SuspenseTable, 'settled_at' | 'placed_loan' | 'refund_asked_at'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(tx.db)
    .insertInto('payment_suspense')
    .values({ ...row, settled_at: null, placed_loan: null, refund_asked_at: null })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  tx.journal({
    event: 'payment.suspense',
    actor: { kind: 'provider', id: row.provider },
    subject: { kind: 'payment', id: row.id },
    data: { amount: row.amount, providerId: row.provider_id, reason: row.reason },
  })
  return true
}

/** Keeps a payment that was counted for a loan by mistake, in the place of what was kept of it before. */
export async function keepMisplaced(
  db: Kysely<unknown>,
  row: Omit<SuspenseTable, 'reason' | 'settled_at' | 'placed_loan' | 'refund_asked_at'>,
): Promise<void> {
  const { id, ...rest } = row
  const anew = { ...rest, reason: 'otherLoan', settled_at: null, placed_loan: null, refund_asked_at: null } as const
  await tables(db)
    .insertInto('payment_suspense')
    .values({ id, ...anew })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doUpdateSet(anew))
    .execute()
}

/** What was placed waits for a place again. */
export async function unsettleSuspense(db: Kysely<unknown>, id: string): Promise<void> {
  await tables(db)
    .updateTable('payment_suspense')
    .set({ settled_at: null, placed_loan: null })
    .where('id', '=', id)
    .execute()
}

/** How many payments wait for a place. */
export async function inSuspense(db: Kysely<unknown>): Promise<number> {
  const { count } = await tables(db)
    .selectFrom('payment_suspense')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function isInSuspense(db: Kysely<unknown>, provider: string, providerId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('payment_suspense')
    .select('id')
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row !== undefined
}

/** What waits for a place, oldest first. */
export async function waitingIn(
  db: Kysely<unknown>,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<SuspenseRow[]> {
  return tables(db)
    .selectFrom('payment_suspense')
    .selectAll()
    .where('settled_at', 'is', null)
    .$if(after !== null, (rows) =>
      rows.where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'id'), '>', tuple(after!.at, after!.id))),
    )
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function lockSuspense(db: Kysely<unknown>, id: string): Promise<SuspenseRow | undefined> {
  return tables(db).selectFrom('payment_suspense').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function settleSuspense(db: Kysely<unknown>, id: string, loanId: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable('payment_suspense')
    .set({ settled_at: at, placed_loan: loanId })
    .where('id', '=', id)
    .execute()
}

/** What waits of payments that named these loans, oldest first; not what was another's. */
export async function waitingOf(db: Kysely<unknown>, loanIds: readonly string[]): Promise<SuspenseRow[]> {
  if (loanIds.length === 0) return []
  return tables(db)
    .selectFrom('payment_suspense')
    .selectAll()
    .where('loan', 'in', loanIds)
    .where('settled_at', 'is', null)
    .where('reason', '<>', 'otherLoan')
    .orderBy('at')
    .execute()
}

export async function updateSuspense(
  db: Kysely<unknown>,
  id: string,
  change: Partial<Pick<SuspenseTable, 'settled_at' | 'refund_asked_at'>>,
): Promise<void> {
  await tables(db).updateTable('payment_suspense').set(change).where('id', '=', id).execute()
}

/** So much is paid beyond the debt of a loan now, 0 for nothing, kopecks: less than waited, when a payment before the last was taken out. */
export async function setOverpaid(db: Kysely<unknown>, loanId: string, amount: number, at: Date): Promise<void> {
  await tables(db)
    .updateTable('payment_suspense')
    .set(amount > 0 ? { amount } : { settled_at: at })
    .where('loan', '=', loanId)
    .where('reason', '=', 'overpaid')
    .where('settled_at', 'is', null)
    .execute()
}
