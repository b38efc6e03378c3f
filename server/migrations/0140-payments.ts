import { type Kysely, sql } from 'kysely'

const statements = [
  // Money a provider has told of, signed, that no running loan could take: it stands here until somebody has given it a place.
  `create table payment_suspense (
    id text primary key,
    provider text not null,
    provider_id text not null,
    loan text not null,
    amount bigint not null,
    reason text not null,
    at timestamptz not null,
    settled_at timestamptz,
    -- The payment that was kept has a day of its own, and a place once somebody gave it one.
    paid_on text,
    placed_loan text,
    -- The client has asked for it back.
    refund_asked_at timestamptz,
    unique (provider, provider_id)
  )`,
  'create index payment_suspense_open on payment_suspense (at) where settled_at is null',
  'create index payment_suspense_loan on payment_suspense (loan)',
  // Money given back to the means it came from. One of a payment that is kept is under way or done.
  `create table refund (
    id text primary key,
    suspense_id text not null references payment_suspense,
    loan_id text,
    provider text not null,
    payment_id text not null,
    amount bigint not null,
    state text not null,
    provider_id text,
    reason text,
    trouble text,
    day text not null,
    lease_until timestamptz,
    look_at timestamptz,
    ordered_at timestamptz not null,
    settled_at timestamptz,
    -- Money the staff gave back by a transfer of their own: the number of its document, and the account of the book it left.
    transfer text,
    paid_from text
  )`,
  "create unique index refund_one on refund (suspense_id) where state <> 'cancelled'",
  'create index refund_look on refund (look_at) where look_at is not null',
  'create index refund_loan on refund (loan_id)',
  // A means the provider keeps for somebody. Unlinked, its token is gone from here: nothing can charge it.
  `create table pay_means (
    id text not null,
    client_id text not null references client,
    provider text not null,
    sealed bytea,
    linked_at timestamptz not null,
    unlinked_at timestamptz,
    primary key (id, client_id)
  )`,
  'create index pay_means_client on pay_means (client_id) where unlinked_at is null',
  // A payment somebody began, or we did for them. Its id is the key the provider knows it by.
  `create table pay_order (
    id text not null,
    loan_id text not null,
    client_id text not null references client,
    purpose text not null,
    way text not null,
    means_id text,
    saves boolean not null,
    amount bigint not null,
    day text not null,
    row_date text,
    state text not null,
    provider text not null,
    provider_id text,
    link text,
    reason text,
    trouble text,
    lease_until timestamptz,
    look_at timestamptz,
    created_at timestamptz not null,
    settled_at timestamptz,
    primary key (id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id),
    foreign key (means_id, client_id) references pay_means (id, client_id)
  )`,
  'create index pay_order_look on pay_order (look_at) where look_at is not null',
  'create index pay_order_loan on pay_order (loan_id, created_at)',
  'create index pay_order_created on pay_order (created_at, id)',
  'create unique index pay_order_provider on pay_order (provider, provider_id, client_id) where provider_id is not null',
  // However many servers and windows: one charge of a saved means for a loan is under way at a time.
  `create unique index pay_order_one_charge on pay_order (loan_id, client_id)
    where means_id is not null and settled_at is null`,
  // Payments taken by themselves when they are due, never more than `most`.
  `create table autopay (
    loan_id text not null,
    client_id text not null references client,
    means_id text not null,
    most bigint not null,
    document text not null,
    document_version text not null,
    on_at timestamptz not null,
    ended_at timestamptz,
    ended text,
    look_at timestamptz,
    primary key (loan_id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id),
    foreign key (means_id, client_id) references pay_means (id, client_id)
  )`,
  'create index autopay_look on autopay (look_at) where look_at is not null',
  'create index autopay_means on autopay (means_id)',
  // What was told of one payment of the schedule, and how often it was tried.
  `create table autopay_row (
    loan_id text not null,
    client_id text not null,
    row_date text not null,
    amount bigint not null,
    message_id text not null,
    tries integer not null,
    over boolean not null,
    primary key (loan_id, row_date, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  // The sandbox's own books.
  `create table sandbox_payment (
    key text primary key,
    id text not null unique,
    loan text not null,
    amount bigint not null,
    way text not null,
    save boolean not null,
    about text not null,
    return_url text not null,
    means text,
    refunded bigint not null,
    at timestamptz not null,
    paid_at timestamptz,
    settles_at timestamptz,
    cancelled text
  )`,
  'create index sandbox_payment_at on sandbox_payment (at)',
  `create table sandbox_refund (
    key text primary key,
    payment_id text not null,
    amount bigint not null,
    at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
