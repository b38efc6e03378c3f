import { type Kysely, sql } from 'kysely'

const statements = [
  // Money the staff gave back by a transfer of their own: the number of its document, and the account of the book it left.
  'alter table refund add column transfer text',
  'alter table refund add column paid_from text',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
