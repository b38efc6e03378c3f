import { type Kysely, sql } from 'kysely'

const statements = [
  // What the lender's own scoring said of a request: a later word takes the place of an earlier one, which stays.
  `create table request_opinion (
    id text primary key,
    request_id text not null references request,
    machine_id text not null,
    score integer not null,
    reasons jsonb not null,
    expires_at timestamptz not null,
    at timestamptz not null
  )`,
  'create index request_opinion_request on request_opinion (request_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
