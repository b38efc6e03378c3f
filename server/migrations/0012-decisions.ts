import { type Kysely, sql } from 'kysely'

const statements = [
  // Every rule file a decision was made by, so that any decision can be replayed after the file has changed.
  `create table decision_rules (
    sha256 text primary key,
    version text not null,
    content text not null,
    first_used_at timestamptz not null
  )`,
  `create table decision (
    id text primary key,
    request_id text not null references request,
    client_id text not null references client,
    outcome text not null,
    reason_class text,
    reasons jsonb not null,
    rules_version text not null,
    rules_sha256 text not null references decision_rules,
    inputs bytea not null,
    trace bytea not null,
    result bytea not null,
    decided_at timestamptz not null
  )`,
  'create index decision_request on decision (request_id, decided_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
