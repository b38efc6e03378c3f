import { type Kysely, sql } from 'kysely'

const statements = [
  // What one code signs: documents by hash, terms, person, session and the version of the request they were frozen on.
  `create table signing_package (
    id text primary key,
    request_id text not null references request,
    client_id text not null references client,
    session_id text not null,
    purpose text not null,
    documents jsonb not null,
    terms jsonb not null,
    hash text not null,
    request_version integer not null,
    message_id text not null,
    frozen_at timestamptz not null,
    sent_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index signing_package_request on signing_package (request_id, purpose, frozen_at)',
  `create table signature (
    id text primary key,
    package_id text unique references signing_package,
    request_id text not null references request,
    purpose text not null,
    record bytea not null,
    signed_at timestamptz not null
  )`,
  'create index signature_request on signature (request_id, purpose)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
