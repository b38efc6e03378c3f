import { type Kysely, sql } from 'kysely'

/** The office lists messages of one state: those that did not go out stand among very many that did. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index message_state on message (state, created_at desc, id desc)`.execute(db)
}
