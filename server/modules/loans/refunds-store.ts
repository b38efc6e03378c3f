import { type Kysely, sql } from 'kysely'

/** `ordered`: two of the staff have said so and the provider is asked; `refused`: it does not take the call, a person looks. */
export type RefundState = 'ordered' | 'refused' | 'succeeded' | 'cancelled'

interface RefundTable {
  id: string
  /** The money that waited, and the loan it was paid beyond; null: it never was a loan's. */
  suspense_id: string
  loan_id: string | null
  provider: string
  /** The payment that is given back, by the provider's id. */
  payment_id: string
  amount: number
  state: RefundState
  provider_id: string | null
  reason: string | null
  trouble: string | null
  day: string
  lease_until: Date | null
  look_at: Date | null
  ordered_at: Date
  settled_at: Date | null
  /** Given back by a transfer of the staff: the number of its document; `day` is its date. */
  transfer: string | null
  /** The account of the book the money left; null: where the payment stood. */
  paid_from: string | null
}

export type RefundRow = RefundTable
/** The money is not ours to owe any more, or is on its way. */
export const stands = ({ state }: RefundRow): boolean => state !== 'cancelled'

const tables = (db: Kysely<unknown>) => db.$extendTables<{ refund: RefundTable }>()

export async function insertRefund(db: Kysely<unknown>, row: RefundRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('refund')
    .values(row)
    .onConflict((conflict) => conflict.column('suspense_id').where(sql<boolean>`state <> 'cancelled'`).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function lockRefund(db: Kysely<unknown>, id: string): Promise<RefundRow | undefined> {
  return tables(db).selectFrom('refund').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateRefund(db: Kysely<unknown>, id: string, change: Partial<RefundTable>): Promise<void> {
  await tables(db).updateTable('refund').set(change).where('id', '=', id).execute()
}

export const refundsOf = (db: Kysely<unknown>, loanId: string): Promise<RefundRow[]> => refundsOfLoans(db, [loanId])

/** What is given back of some loans, in the order it was said. */
export async function refundsOfLoans(db: Kysely<unknown>, loanIds: readonly string[]): Promise<RefundRow[]> {
  return tables(db).selectFrom('refund').selectAll().where('loan_id', 'in', loanIds).orderBy('ordered_at').execute()
}

export async function refundsOfSuspense(db: Kysely<unknown>, suspenseId: string): Promise<RefundRow[]> {
  return tables(db)
    .selectFrom('refund')
    .selectAll()
    .where('suspense_id', '=', suspenseId)
    .orderBy('ordered_at')
    .execute()
}

/** Refunds the provider did not take, oldest first. */
export async function refusedOnes(db: Kysely<unknown>): Promise<RefundRow[]> {
  return tables(db)
    .selectFrom('refund')
    .selectAll()
    .where('state', '=', 'refused')
    .orderBy('ordered_at')
    .orderBy('id')
    .limit(200)
    .execute()
}

/** Refunds the provider is to be asked about. */
export async function refundsToLook(db: Kysely<unknown>, now: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('refund')
    .select('id')
    .where('look_at', '<=', now)
    .where(({ eb, or }) => or([eb('lease_until', 'is', null), eb('lease_until', '<=', now)]))
    .orderBy('look_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
