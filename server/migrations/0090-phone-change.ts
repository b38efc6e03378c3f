import { type Kysely, sql } from 'kysely'

// When a client's phone was changed last: money waits a day after it.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table client add column phone_changed_at timestamptz`.execute(db)
}
