import type { Kysely } from 'kysely'

/** `open`: not yet both signed and paid. */
export type ProlongationState = 'open' | 'effective' | 'over' | 'cancelled'

interface ProlongationTable {
  id: string
  request_id: string
  loan_id: string
  client_id: string
  state: ProlongationState
  new_due_date: string
  until_day: string
  /** Payments of the loan when it was asked for: later ones pay for it. */
  payments_before: number
  created_at: Date
  signed_at: Date | null
  settled_at: Date | null
}
export type ProlongationRow = ProlongationTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ prolongation: ProlongationTable }>()

export async function insertProlongation(db: Kysely<unknown>, row: ProlongationRow): Promise<void> {
  await tables(db).insertInto('prolongation').values(row).execute()
}

export async function ofRequest(
  db: Kysely<unknown>,
  clientId: string,
  requestId: string,
): Promise<ProlongationRow | undefined> {
  return tables(db)
    .selectFrom('prolongation')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .executeTakeFirst()
}

/** The one that waits to be signed or paid. The loan's row is locked by the caller where it is to be changed. */
export async function openOfLoan(
  db: Kysely<unknown>,
  { id, clientId }: { readonly id: string; readonly clientId: string },
): Promise<ProlongationRow | undefined> {
  return tables(db)
    .selectFrom('prolongation')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('loan_id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
}

export async function updateProlongation(
  db: Kysely<unknown>,
  { id, client_id }: Pick<ProlongationRow, 'id' | 'client_id'>,
  change: Partial<ProlongationTable>,
): Promise<void> {
  await tables(db)
    .updateTable('prolongation')
    .set(change)
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .execute()
}

/** Loans with an open prolongation that is over by its day. */
export async function loansWithOver(db: Kysely<unknown>, today: string): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('prolongation')
    .select('loan_id')
    .where('state', '=', 'open')
    .where('until_day', '<', today)
    .limit(500)
    .execute()
  return rows.map((row) => row.loan_id)
}
