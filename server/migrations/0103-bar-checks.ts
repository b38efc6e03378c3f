import { type Kysely, sql } from 'kysely'

const statements = [
  // What the law had against a loan when it was looked at again: before the signature and before the money goes.
  `create table bar_check (
    id text primary key,
    request_id text not null references request,
    day text not null,
    reasons jsonb not null,
    inputs bytea not null,
    at timestamptz not null
  )`,
  'create index bar_check_request on bar_check (request_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
