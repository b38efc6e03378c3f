import { type Kysely, sql } from 'kysely'

// What a member of the staff is typing about a request, before it is a verdict or a refusal.
const statement = `create table review_typed (
  request_id text not null references request,
  staff_id text not null references staff,
  sealed bytea not null,
  at timestamptz not null,
  primary key (request_id, staff_id)
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}
