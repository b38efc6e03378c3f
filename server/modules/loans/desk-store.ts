import type { Kysely } from 'kysely'

interface DeskTable {
  loan_id: string
  principal: number
  /** What ends the overdue, or pays what is due that day. */
  due: number
  /** The first day late, and the next payment. */
  overdue_since: string | null
  next_date: string | null
  next_amount: number | null
  /** The day it was made for, and the next on which something happens by itself; null: never again. */
  looked_on: string
  next_look: string | null
}

const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{ loan_desk: DeskTable; loan: { id: string; state: string } }>()

export async function putDesk(db: Kysely<unknown>, row: DeskTable): Promise<void> {
  await tables(db)
    .insertInto('loan_desk')
    .values(row)
    .onConflict((conflict) => conflict.column('loan_id').doUpdateSet(row))
    .execute()
}

export async function deskOf(db: Kysely<unknown>, loanId: string): Promise<DeskTable | undefined> {
  return tables(db).selectFrom('loan_desk').selectAll().where('loan_id', '=', loanId).executeTakeFirst()
}

/** Running loans to which something happens by a day, and those the book does not know yet. */
export async function loansToLook(db: Kysely<unknown>, today: string, limit: number): Promise<string[]> {
  const due = await tables(db)
    .selectFrom('loan_desk')
    .select('loan_id as id')
    .where('next_look', '<=', today)
    .orderBy('next_look')
    .limit(limit)
    .execute()
  if (due.length === limit) return due.map(({ id }) => id)
  const unknown = await tables(db)
    .selectFrom('loan')
    .leftJoin('loan_desk', 'loan_id', 'loan.id')
    .select('loan.id as id')
    .where('state', '=', 'running')
    .where('loan_id', 'is', null)
    .limit(limit - due.length)
    .execute()
  return [...due, ...unknown].map(({ id }) => id)
}
