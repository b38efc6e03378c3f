import type { Kysely } from 'kysely'

interface LoanTable {
  id: string
  request_id: string
  client_id: string
  state: 'running' | 'closed' | 'returned'
  due_date: string
  principal: number
  sealed: Uint8Array
  opened_at: Date
  closed_at: Date | null
  remind_on: string | null
}

interface PaymentTable {
  id: string
  loan_id: string
  provider: string
  provider_id: string
  amount: number
  at: Date
}

export type LoanRow = LoanTable
export type PaymentRow = PaymentTable
type Tables = { loan: LoanTable; payment: PaymentTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function insertLoan(db: Kysely<unknown>, row: LoanRow): Promise<void> {
  await tables(db).insertInto('loan').values(row).execute()
}

export async function readLoan(db: Kysely<unknown>, id: string): Promise<LoanRow | undefined> {
  return tables(db).selectFrom('loan').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockLoan(db: Kysely<unknown>, id: string): Promise<LoanRow | undefined> {
  return tables(db).selectFrom('loan').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateLoan(db: Kysely<unknown>, id: string, change: Partial<LoanTable>): Promise<void> {
  await tables(db).updateTable('loan').set(change).where('id', '=', id).execute()
}

export async function loansOf(db: Kysely<unknown>, clientId: string): Promise<LoanRow[]> {
  return tables(db)
    .selectFrom('loan')
    .selectAll()
    .where('client_id', '=', clientId)
    .orderBy('opened_at', 'desc')
    .execute()
}

/** Running loans whose reminder is due. */
export async function loansToRemind(db: Kysely<unknown>, today: string, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('loan')
    .select('id')
    .where('state', '=', 'running')
    .where('remind_on', '<=', today)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Adds a payment once for each id of the provider; answers whether it is new. */
export async function insertPayment(db: Kysely<unknown>, row: PaymentRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('payment')
    .values(row)
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function paymentsOf(db: Kysely<unknown>, loanId: string): Promise<PaymentRow[]> {
  return tables(db)
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', '=', loanId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
