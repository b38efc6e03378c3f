import { type Kysely, sql } from 'kysely'

const statements = [
  // The day on which the borrower is reminded of the next payment, YYYY-MM-DD; none when nothing is left to pay.
  'alter table loan add column remind_on text',
  "create index loan_remind on loan (remind_on) where state = 'running'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
