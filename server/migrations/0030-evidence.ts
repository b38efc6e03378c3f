import { type Kysely, sql } from 'kysely'

const statements = [
  `create table evidence (
    id text primary key,
    client_id text not null references client,
    request_id text not null references request,
    step integer not null,
    kind text not null,
    size integer not null,
    state text not null,
    refusal text,
    type text,
    sha256 text,
    stored_size integer,
    duration_ms integer,
    created_at timestamptz not null,
    stored_at timestamptz,
    accepted_at timestamptz
  )`,
  'create index evidence_request on evidence (request_id, step)',
  "create index evidence_unfinished on evidence (created_at) where state = 'receiving'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
