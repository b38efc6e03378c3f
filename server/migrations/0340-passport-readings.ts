import { type Kysely, sql } from 'kysely'

// What a machine read of a photo of a passport; a row without values: it was tried, and nothing is proven. Goes with its photo.
const statement = `create table passport_reading (
  file_id text primary key references evidence on delete cascade,
  client_id text not null references client,
  outcome text not null check (outcome in ('read', 'unread', 'failed')),
  sealed bytea,
  took_ms integer not null,
  at timestamptz not null,
  check ((outcome = 'read') = (sealed is not null))
)`

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statement).execute(db)
}
