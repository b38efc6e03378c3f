import { type Kysely, sql } from 'kysely'

const statements = [
  // One payout a request, whatever is replayed, raced or retried.
  `create table payout (
    id text primary key,
    request_id text not null unique references request,
    client_id text not null,
    amount bigint not null,
    state text not null,
    sealed bytea not null,
    attempt integer not null default 0,
    lease_until timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null
  )`,
  "create index payout_open on payout (updated_at) where state in ('preparing', 'sent', 'checking')",
  `create table payout_attempt (
    id text primary key,
    payout_id text not null references payout,
    number integer not null,
    state text not null,
    sealed bytea not null,
    provider text not null,
    provider_id text,
    reason text,
    at timestamptz not null,
    settled_at timestamptz,
    unique (payout_id, number)
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
  `create table loan (
    id text primary key,
    request_id text not null unique references request,
    client_id text not null references client,
    state text not null,
    due_date text not null,
    principal bigint not null,
    sealed bytea not null,
    opened_at timestamptz not null,
    closed_at timestamptz
  )`,
  'create index loan_client on loan (client_id, opened_at)',
  `create table payment (
    id text primary key,
    loan_id text not null references loan,
    provider text not null,
    provider_id text not null,
    amount bigint not null,
    at timestamptz not null,
    unique (provider, provider_id)
  )`,
  'create index payment_loan on payment (loan_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
