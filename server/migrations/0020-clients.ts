import { type Kysely, sql } from 'kysely'

// What belongs to a client is parted by client where a distributed engine holds the schema: `client_id` is in each key and foreign key
// (server/operations/distribution.ts). It stands last, so that the same index answers a question by the id alone.
const statements = [
  // A borrower; everything personal is sealed.
  `create table client (
    id text primary key,
    sealed bytea not null,
    created_at timestamptz not null,
    -- When a client's phone was changed last: money waits a day after it.
    phone_changed_at timestamptz
  )`,
  // Whose a phone is, by its blind index.
  `create table client_phone (
    phone_index bytea primary key,
    client_id text not null unique
  )`,
  // The daily sweep goes through old accounts from the oldest on, some hundreds at a time.
  'create index client_created on client (created_at, id)',
  // A key of each client's own, sealed by APP_KEY. Without it what was sealed for them cannot be read, in no copy either.
  `create table client_key (
    client_id text primary key,
    key_id bytea,
    sealed bytea,
    created_at timestamptz not null,
    shredded_at timestamptz
  )`,
  // A browser a borrower is signed in with, by the hash of its token.
  `create table session (
    id text not null,
    token_hash bytea not null,
    client_id text not null references client,
    device text not null,
    created_at timestamptz not null,
    seen_at timestamptz not null,
    confirmed_at timestamptz not null,
    ended_at timestamptz,
    primary key (id, client_id),
    unique (token_hash, client_id)
  )`,
  'create index session_client on session (client_id, created_at)',
  // Codes sent by SMS or mail: for what, bound to which browser, how often tried.
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
  // What was agreed to, by version and hash; a withdrawn one stays.
  `create table consent (
    id text not null,
    client_id text not null references client,
    document text not null,
    version text not null,
    sha256 text not null,
    given_at timestamptz not null,
    withdrawn_at timestamptz,
    primary key (id, client_id)
  )`,
  'create index consent_client on consent (client_id, document)',
  // Where a borrower who consented to telling it was last, sealed.
  `create table place (
    client_id text primary key references client,
    sealed bytea not null,
    at timestamptz not null
  )`,
  // Beginnings of the words of a name, blind: a part of a name finds its client without the name being readable.
  `create table client_word (
    client_id text not null references client,
    blind text not null,
    primary key (blind, client_id)
  )`,
  'create index client_word_client on client_word (client_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
