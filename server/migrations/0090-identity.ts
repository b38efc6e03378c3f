import { type Kysely, sql } from 'kysely'

const statements = [
  // A walk to a provider of identity and back, for minutes: found by the hash of its state, in the browser that began it, taken once.
  `create table identity_attempt (
    state_hash text primary key,
    provider text not null,
    purpose text not null check (purpose in ('signIn', 'fill', 'identify')),
    binding text not null,
    client_id text,
    request_id text,
    screen text not null,
    sealed bytea not null,
    until timestamptz not null,
    taken_at timestamptz,
    outcome jsonb,
    result bytea,
    at timestamptz not null
  )`,
  'create index identity_attempt_until on identity_attempt (until)',
  'create index identity_attempt_result on identity_attempt (binding) where result is not null',
  // Evidence counts once, whoever shows it.
  `create table identity_evidence (
    evidence text primary key,
    client_id text not null
  )`,
  'create index identity_evidence_client on identity_evidence (client_id)',
  // What a provider said of a client, sealed.
  `create table identity_record (
    id text not null,
    client_id text not null references client on delete cascade,
    request_id text,
    provider text not null,
    level text not null,
    basis jsonb not null,
    evidence text not null,
    at timestamptz not null,
    good_until timestamptz not null,
    sealed bytea not null,
    primary key (id, client_id)
  )`,
  'create index identity_record_client on identity_record (client_id, at)',
  // Whom a provider's subject lets in; whose subject it is stands among the keys of persons.
  `create table identity_link (
    id text not null,
    client_id text not null references client on delete cascade,
    provider text not null,
    since timestamptz not null,
    primary key (id, client_id),
    unique (client_id, provider)
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
