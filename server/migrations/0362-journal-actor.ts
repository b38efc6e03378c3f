import { type Kysely, sql } from 'kysely'

// What one member of the staff did, newest first: without it a look at a quiet member reads the whole journal.
const statement = `create index journal_staff on journal (actor_id, id) where actor_kind = 'staff'`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}
