import { type Kysely, sql } from 'kysely'

// What the entered code was, as a keyed hash: a second tap is answered as the first was, another code is refused.
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table signing_package add column used_code text`.execute(db)
}
