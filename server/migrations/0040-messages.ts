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
    settled_at timestamptz,
    -- Where a message stands among those of its request and channel. None: before all others.
    place integer,
    -- When a message that sleeps till the morning may go out; none: at once.
    due_at timestamptz
  )`,
  'create index message_created on message (created_at desc, id desc)',
  "create index message_check on message (check_at) where state = 'sent' and check_at is not null",
  'create index message_line on message (request_id, channel, place)',
  "create index message_left on message (lease_until) where state = 'waiting' and lease_until is not null",
  'create index message_client on message (client_id) where client_id is not null',
  // The office lists messages of one state: those that did not go out stand among very many that did.
  'create index message_state on message (state, created_at desc, id desc)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
