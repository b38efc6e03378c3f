import { type Kysely, sql } from 'kysely'

const refuseChange = (table: string) => [
  `create trigger ${table}_no_change before update or delete on ${table}
    for each row execute function ledger_is_append_only()`,
  `create trigger ${table}_no_truncate before truncate on ${table} execute function ledger_is_append_only()`,
]

const statements = [
  `create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin raise exception 'the ledger is append-only: % refused', tg_op; end $$`,
  // One event of the lender's book. A chain is one loan, or one payment that belongs to none: none waits for another.
  `create table posting (
    id text primary key,
    chain text not null,
    number integer not null check (number > 0),
    kind text not null,
    source text unique,
    value_date text not null,
    ordinal integer not null,
    booked_on text not null,
    at timestamptz not null,
    replaces text unique references posting,
    prev_hash bytea not null,
    hash bytea not null,
    unique (chain, number)
  )`,
  'create index posting_booked on posting (booked_on)',
  `create table posting_line (
    posting_id text not null references posting,
    account text not null,
    amount bigint not null check (amount <> 0),
    primary key (posting_id, account)
  )`,
  'create index posting_line_account on posting_line (account)',
  `create table book_day (
    day text primary key,
    postings integer not null,
    debit bigint not null,
    root bytea not null,
    closed_at timestamptz not null
  )`,
  ...['posting', 'posting_line', 'book_day'].flatMap(refuseChange),
  `create function posting_sums_to_zero() returns trigger language plpgsql as $$
    begin
      if (select coalesce(sum(amount), 0) from posting_line where posting_id = new.posting_id) <> 0 then
        raise exception 'posting % does not sum to zero', new.posting_id;
      end if;
      return null;
    end $$`,
  `create constraint trigger posting_line_sum after insert on posting_line deferrable initially deferred
    for each row execute function posting_sums_to_zero()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
