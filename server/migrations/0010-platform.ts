import { type Kysely, sql } from 'kysely'

const statements = [
  // Generations of APP_KEY that have written here and are not yet replaced everywhere: a server without one does not start.
  `create table app_key (
    id bytea primary key,
    first_at timestamptz not null,
    retired_at timestamptz
  )`,
  // What a call was answered, sealed: the same call with the same key is answered so again.
  `create table idempotency (
    actor text not null,
    key text not null,
    method text not null,
    path text not null,
    body_hash bytea not null,
    status integer not null,
    reply bytea not null,
    at timestamptz not null,
    primary key (actor, key)
  )`,
  'create index idempotency_at on idempotency (at)',
  // Hits of a limit in its present window, shared by all servers.
  `create table rate_counter (
    scope text not null,
    key bytea not null,
    hits integer not null,
    ends_at timestamptz not null,
    primary key (scope, key)
  )`,
  'create index rate_counter_ends_at on rate_counter (ends_at)',
  // Events anybody can make happen, counted until their window is over: one row an event, kind and window.
  `create table summed_event (
    event text not null,
    kind text not null,
    starts_at timestamptz not null,
    count integer not null,
    primary key (event, kind, starts_at)
  )`,
  // When each periodic job is due next, so that of many servers one does it.
  `create table sweep (
    name text primary key,
    next_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
