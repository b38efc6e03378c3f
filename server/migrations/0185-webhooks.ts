import { type Kysely, sql } from 'kysely'

const statements = [
  // Where events are sent, and how far it was told of them.
  `create table webhook (
    id text primary key,
    client_id text references machine_client,
    name text not null,
    url text not null,
    types jsonb not null,
    state text not null,
    secret bytea not null,
    old_secret bytea,
    old_until timestamptz,
    fanned bigint not null,
    leased_until timestamptz,
    failures integer not null default 0,
    resume_at timestamptz,
    created_at timestamptz not null
  )`,
  // An event on its way to one address; those of one subject go in order.
  `create table webhook_delivery (
    webhook_id text not null references webhook,
    seq bigint not null,
    type text not null,
    subject text not null,
    state text not null,
    attempts integer not null default 0,
    due_at timestamptz not null,
    first_at timestamptz,
    last_at timestamptz,
    status integer,
    fault text,
    primary key (webhook_id, seq)
  )`,
  "create index webhook_delivery_waiting on webhook_delivery (webhook_id, subject, seq) where state = 'waiting'",
  "create index webhook_delivery_parked on webhook_delivery (webhook_id) where state = 'parked'",
  'create index webhook_delivery_last on webhook_delivery (last_at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
