import { type Kysely, sql } from 'kysely'

// Which photos and videos a member of the staff has had open: nothing is approved unseen.
const statement = `create table review_file (
  request_id text not null references request,
  file_id text not null,
  staff_id text not null references staff,
  at timestamptz not null,
  primary key (file_id, staff_id)
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
  await sql`create index review_file_request on review_file (request_id)`.execute(db)
}
