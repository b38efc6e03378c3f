import { type Kysely, sql } from 'kysely'

const statements = [
  // The outbox: address and text are sealed; a row is written in the transaction of what it tells about.
  `create table message (
    id text primary key,
    channel text not null,
    kind text not null,
    state text not null,
    sealed bytea not null,
    client_id text,
    request_id text,
    provider text,
    provider_id text,
    reason text,
    attempts integer not null default 0,
    created_at timestamptz not null,
    expires_at timestamptz,
    lease_until timestamptz,
    sent_at timestamptz,
    check_at timestamptz,
    settled_at timestamptz
  )`,
  'create index message_created on message (created_at desc, id desc)',
  "create index message_check on message (check_at) where state = 'sent' and check_at is not null",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
