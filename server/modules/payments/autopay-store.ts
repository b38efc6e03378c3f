import type { Kysely } from 'kysely'
import type { AutopayEnd } from '#contract/paying.ts'

interface AutopayTable {
  loan_id: string
  client_id: string
  means_id: string
  /** The most that is ever charged at once: what the person agreed to. */
  most: number
  document: string
  document_version: string
  on_at: Date
  ended_at: Date | null
  ended: AutopayEnd | null
  look_at: Date | null
}

/** One payment of the schedule as its payer was told of it. */
interface RowTable {
  loan_id: string
  client_id: string
  row_date: string
  amount: number
  message_id: string
  tries: number
  over: boolean
}

export type AutopayRow = AutopayTable
export type ToldRow = RowTable
const tables = (db: Kysely<unknown>) => db.$extendTables<{ autopay: AutopayTable; autopay_row: RowTable }>()

export async function putAutopay(db: Kysely<unknown>, row: AutopayRow): Promise<void> {
  const { loan_id: _loan, client_id: _client, ...change } = row
  await tables(db)
    .insertInto('autopay')
    .values(row)
    .onConflict((conflict) => conflict.columns(['loan_id', 'client_id']).doUpdateSet(change))
    .execute()
}

/** With `clientId`, only of that client's loan. */
export async function readAutopay(
  db: Kysely<unknown>,
  loanId: string,
  clientId?: string,
): Promise<AutopayRow | undefined> {
  return tables(db)
    .selectFrom('autopay')
    .selectAll()
    .where('loan_id', '=', loanId)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .executeTakeFirst()
}

export async function lockAutopay(db: Kysely<unknown>, loanId: string): Promise<AutopayRow | undefined> {
  return tables(db).selectFrom('autopay').selectAll().where('loan_id', '=', loanId).forUpdate().executeTakeFirst()
}

export async function updateAutopay(db: Kysely<unknown>, loanId: string, change: Partial<AutopayTable>): Promise<void> {
  await tables(db).updateTable('autopay').set(change).where('loan_id', '=', loanId).execute()
}

/** Loans whose autopay has something to look at. */
export async function autopaysToLook(db: Kysely<unknown>, now: Date, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('autopay')
    .select('loan_id')
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute()
  return rows.map(({ loan_id }) => loan_id)
}

/** Loans that are paid by themselves with a means. */
export async function autopaysWith(db: Kysely<unknown>, meansId: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('autopay')
    .select('loan_id')
    .where('means_id', '=', meansId)
    .where('ended_at', 'is', null)
    .execute()
  return rows.map(({ loan_id }) => loan_id)
}

/** The payment of the schedule that is being charged, or was told of and is to come. */
export async function openRow(db: Kysely<unknown>, loanId: string): Promise<ToldRow | undefined> {
  return tables(db)
    .selectFrom('autopay_row')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('over', '=', false)
    .orderBy('row_date')
    .executeTakeFirst()
}

/** Written once for a payment of the schedule; false: it was told of already. */
export async function insertRow(db: Kysely<unknown>, row: ToldRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('autopay_row')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function isTold(db: Kysely<unknown>, loanId: string, date: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('autopay_row')
    .select('loan_id')
    .where('loan_id', '=', loanId)
    .where('row_date', '=', date)
    .executeTakeFirst()
  return row !== undefined
}

export async function updateRow(
  db: Kysely<unknown>,
  { loan_id, row_date }: Pick<ToldRow, 'loan_id' | 'row_date'>,
  change: Partial<RowTable>,
): Promise<void> {
  await tables(db)
    .updateTable('autopay_row')
    .set(change)
    .where('loan_id', '=', loan_id)
    .where('row_date', '=', row_date)
    .execute()
}
