import { type Kysely, sql } from 'kysely'

const statements = [
  `create table review (
    request_id text primary key references request,
    round integer not null,
    sent_at timestamptz not null,
    waited_ms bigint not null default 0,
    holder text references staff,
    lease_until timestamptz,
    first_approver text references staff,
    last_reviewer text references staff,
    clock_since timestamptz,
    refusal bytea
  )`,
  'create index review_holder on review (holder) where holder is not null',
  'create index review_lease on review (lease_until) where holder is not null',
  // One verdict an item; a verdict outlives the lease it was given in.
  `create table review_verdict (
    request_id text not null references review,
    step integer not null,
    round integer not null,
    revision integer not null,
    verdict text not null,
    sealed bytea not null,
    staff_id text not null references staff,
    at timestamptz not null,
    primary key (request_id, step)
  )`,
  `create table review_opened (
    request_id text not null references review,
    step integer not null,
    staff_id text not null references staff,
    round integer not null,
    revision integer not null,
    at timestamptz not null,
    primary key (request_id, step, staff_id)
  )`,
  `create table review_presence (
    request_id text not null references request,
    staff_id text not null references staff,
    seen_at timestamptz not null,
    primary key (request_id, staff_id)
  )`,
  // Blind indexes for the search by phone and surname.
  `create table review_index (
    request_id text not null references review,
    kind text not null,
    value bytea not null,
    primary key (request_id, kind)
  )`,
  'create index review_index_value on review_index (kind, value)',
  "create index request_sent on request (sent_at desc, id desc) where type = 'loan' and sent_at is not null",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
