import { type Kysely, sql } from 'kysely'

const statements = [
  // Known to the borrower, to the bank that transfers the money, and to nobody else: one contract each.
  'alter table offer add column number text',
  'create unique index offer_number on offer (number)',
  'alter table loan add column contract_number text',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
