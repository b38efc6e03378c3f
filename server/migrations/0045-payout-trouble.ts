import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What the rail last complained of, for the office: nothing personal.
  await sql`alter table payout add column trouble text`.execute(db)
}
