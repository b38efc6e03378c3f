import { type Kysely, sql } from 'kysely'

const statements = [
  `create table client (
    id text primary key,
    phone_index bytea not null unique,
    sealed bytea not null,
    created_at timestamptz not null
  )`,
  `create table session (
    id text primary key,
    token_hash bytea not null unique,
    client_id text not null references client,
    device text not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    confirmed_at timestamptz not null,
    ended_at timestamptz
  )`,
  'create index session_client on session (client_id, created_at)',
  `create table one_time_code (
    id text primary key,
    purpose text not null,
    subject bytea not null,
    binding bytea not null,
    code_hash bytea not null,
    tries integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index one_time_code_subject on one_time_code (purpose, subject, created_at)',
  `create table consent (
    id text primary key,
    client_id text not null references client,
    document text not null,
    version text not null,
    sha256 text not null,
    given_at timestamptz not null,
    withdrawn_at timestamptz
  )`,
  'create index consent_client on consent (client_id, document)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
