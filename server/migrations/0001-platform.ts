import { type Kysely, sql } from 'kysely'

// Kept as plain statements: one statement an execute, as the embedded database asks for.
const statements = [
  `create table journal (
    seq bigint primary key,
    id uuid not null unique,
    at timestamptz not null,
    actor_kind text not null,
    actor_id text,
    event text not null,
    subject_kind text not null,
    subject_id text not null,
    data jsonb not null,
    trace_id text,
    prev_hash bytea not null,
    hash bytea not null
  )`,
  'create index journal_subject on journal (subject_kind, subject_id, seq)',
  'create index journal_event on journal (event, seq)',
  `create table journal_head (
    single boolean primary key default true check (single),
    genesis bytea not null,
    count bigint not null,
    hash bytea not null,
    key_id bytea,
    signature bytea
  )`,
  // The chain starts from a random value of this database, so that the head of one is never the head of another.
  `insert into journal_head (genesis, count, hash)
    select start, 0, start from (select decode(md5(random()::text || clock_timestamp()::text)
      || md5(random()::text || gen_random_uuid()::text), 'hex') as start) as chosen`,
  `create function journal_is_append_only() returns trigger language plpgsql as $$
    begin raise exception 'the journal is append-only: % refused', tg_op; end $$`,
  `create trigger journal_no_change before update or delete on journal
    for each row execute function journal_is_append_only()`,
  'create trigger journal_no_truncate before truncate on journal execute function journal_is_append_only()',
  `create trigger journal_head_no_delete before delete on journal_head
    for each row execute function journal_is_append_only()`,
  'create trigger journal_head_no_truncate before truncate on journal_head execute function journal_is_append_only()',
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
  `create table rate_counter (
    scope text not null,
    key bytea not null,
    hits integer not null,
    ends_at timestamptz not null,
    primary key (scope, key)
  )`,
  'create index rate_counter_ends_at on rate_counter (ends_at)',
  `create table sweep (
    name text primary key,
    next_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
