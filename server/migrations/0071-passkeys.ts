import { type Kysely, sql } from 'kysely'

const statements = [
  `create table passkey (
    id text primary key,
    owner_kind text not null,
    owner_id text not null,
    public_key bytea not null,
    counter bigint not null,
    transports text not null,
    device text not null,
    created_at timestamptz not null,
    used_at timestamptz
  )`,
  'create index passkey_owner on passkey (owner_kind, owner_id)',
  // What a key is to sign: good once, for one purpose, in one browser.
  `create table passkey_challenge (
    hash bytea primary key,
    purpose text not null,
    binding bytea not null,
    until timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
