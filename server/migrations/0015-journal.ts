import { type Kysely, sql } from 'kysely'

const statements = [
  // What happened, 64 chains of it: each entry holds the hash of the one before.
  `create table journal (
    shard smallint not null,
    seq bigint not null,
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
    hash bytea not null,
    primary key (shard, seq)
  )`,
  'create index journal_subject on journal (subject_kind, subject_id, seq)',
  'create index journal_event on journal (event, id)',
  // Reports and limits read a stretch of time of a few kinds of events.
  'create index journal_event_at on journal (event, at)',
  // What one member of the staff did, newest first: without it a look at a quiet member reads the whole journal.
  "create index journal_staff on journal (actor_id, id) where actor_kind = 'staff'",
  `create table journal_head (
    shard smallint primary key,
    genesis bytea not null,
    count bigint not null,
    hash bytea not null,
    key_id bytea,
    signature bytea
  )`,
  // Each chain starts from a random value of this database, so that the head of one is never the head of another.
  `insert into journal_head (shard, genesis, count, hash)
    select shard, start, 0, start from (select shard, decode(md5(random()::text || clock_timestamp()::text)
      || md5(random()::text || gen_random_uuid()::text), 'hex') as start from generate_series(0, 63) as shard) as chosen`,
  // All heads are sealed together each minute.
  `create table journal_seal (
    number bigint primary key,
    at timestamptz not null,
    prev_hash bytea not null,
    hash bytea not null,
    key_id bytea not null,
    signature bytea not null
  )`,
  // The heads that had moved since the seal before.
  `create table journal_sealed_head (
    number bigint not null references journal_seal,
    shard smallint not null,
    count bigint not null,
    hash bytea not null,
    primary key (shard, number)
  )`,
  'create index journal_sealed_head_number on journal_sealed_head (number)',
  `create function journal_is_append_only() returns trigger language plpgsql as $$
    begin raise exception 'the journal is append-only: % refused', tg_op; end $$`,
  ...['journal', 'journal_seal', 'journal_sealed_head'].flatMap((table) => [
    `create trigger ${table}_no_change before update or delete on ${table}
      for each row execute function journal_is_append_only()`,
    `create trigger ${table}_no_truncate before truncate on ${table} execute function journal_is_append_only()`,
  ]),
  // Heads move on.
  `create trigger journal_head_no_delete before delete on journal_head
    for each row execute function journal_is_append_only()`,
  'create trigger journal_head_no_truncate before truncate on journal_head execute function journal_is_append_only()',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
