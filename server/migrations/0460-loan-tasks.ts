import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A call-back may be about a loan: whoever makes it goes to its page, where a call is counted before it is made.
  await sql`alter table task add column loan_id text`.execute(db)
}
