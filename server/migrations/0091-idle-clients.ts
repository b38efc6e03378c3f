import { type Kysely, sql } from 'kysely'

// The daily sweep goes through old accounts from the oldest on, some hundreds at a time.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index client_created on client (created_at, id)`.execute(db)
}
