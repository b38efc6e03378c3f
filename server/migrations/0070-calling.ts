import { type Kysely, sql } from 'kysely'

const statements = [
  // A member of the staff is on the phone with a client until `until`, or until they said the call was over.
  `create table calling (
    id text primary key,
    client_id text not null references client,
    request_id text not null references request,
    staff_id text not null references staff,
    started_at timestamptz not null,
    until timestamptz not null,
    ended_at timestamptz
  )`,
  'create index calling_client on calling (client_id, until) where ended_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
