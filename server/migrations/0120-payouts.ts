import { type Kysely, sql } from 'kysely'

const statements = [
  // One payout a request, whatever is replayed, raced or retried.
  `create table payout (
    id text not null,
    request_id text not null,
    client_id text not null,
    amount bigint not null,
    state text not null,
    sealed bytea not null,
    attempt integer not null default 0,
    lease_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- What the rail last complained of, for the office: nothing personal.
    trouble text,
    -- Who asked to go on with a payout that is stuck, and with which of its attempts: another one says yes to exactly that.
    retry_asked_by text,
    retry_attempt integer,
    primary key (id, client_id),
    unique (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  "create index payout_open on payout (updated_at) where state in ('preparing', 'sent', 'checking')",
  'create index payout_settled on payout (updated_at)',
  'create index payout_client on payout (client_id)',
  // The list of payouts, narrowed to a state or not, is read from its newest end.
  'create index payout_state on payout (state, created_at, id)',
  'create index payout_created on payout (created_at, id)',
  // Each try at the rail, by a key of its own.
  `create table payout_attempt (
    id text not null,
    client_id text not null,
    payout_id text not null,
    number integer not null,
    state text not null,
    sealed bytea not null,
    provider text not null,
    provider_id text,
    reason text,
    at timestamptz not null,
    settled_at timestamptz,
    primary key (id, client_id),
    unique (payout_id, number, client_id),
    foreign key (payout_id, client_id) references payout (id, client_id)
  )`,
  'create index payout_attempt_provider on payout_attempt (provider, provider_id)',
  // The sandbox rail's own books.
  `create table sandbox_transfer (
    key text primary key,
    amount bigint not null,
    behaviour text not null,
    asked integer not null,
    at timestamptz not null,
    settle_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
