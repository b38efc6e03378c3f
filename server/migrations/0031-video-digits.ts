import { type Kysely, sql } from 'kysely'

const statements = [
  `create table video_digits (
    id text primary key,
    request_id text not null references request,
    sealed bytea not null,
    created_at timestamptz not null,
    until timestamptz not null
  )`,
  'create index video_digits_request on video_digits (request_id, created_at)',
  'alter table evidence add column digits_id text references video_digits',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
