import { type Kysely, sql } from 'kysely'

// One index a tab, in the tab's own order: a page is its first entries, and counting reads no rows.
const statements = [
  `create index request_waiting on request (sent_at, id)
    where type = 'loan' and state = 'Queued' and sent_at is not null`,
  `create index request_returned on request (sent_at, id)
    where type = 'loan' and state = 'RollbackVerification' and sent_at is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
