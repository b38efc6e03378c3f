import { type Kysely, sql } from 'kysely'

const statements = [
  // A loan: what was signed, sealed; what it owes is calculated.
  `create table loan (
    id text not null,
    request_id text not null,
    client_id text not null references client,
    state text not null,
    due_date text not null,
    principal bigint not null,
    sealed bytea not null,
    opened_at timestamptz not null,
    closed_at timestamptz,
    -- The day on which the borrower is reminded of the next payment, YYYY-MM-DD; none when nothing is left to pay.
    remind_on text,
    contract_number text,
    tariffs text,
    primary key (id, client_id),
    unique (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id)
  )`,
  'create index loan_client on loan (client_id, opened_at)',
  "create index loan_remind on loan (remind_on) where state = 'running'",
  "create index loan_closed on loan (closed_at) where state <> 'running'",
  'create index loan_number on loan (contract_number)',
  // The office lists loans the newest first, all or of one state; late ones from those that became late last.
  'create index loan_newest on loan (opened_at desc, id desc)',
  'create index loan_newest_of on loan (state, opened_at desc, id desc)',
  // Payments a provider has told of, by its ids: each is taken once, however often and for whichever loan it is told.
  `create table payment_told (
    provider text not null,
    provider_id text not null,
    client_id text not null,
    primary key (provider, provider_id)
  )`,
  'create index payment_told_client on payment_told (client_id)',
  // A payment of a loan.
  `create table payment (
    id text not null,
    client_id text not null,
    loan_id text not null,
    provider text not null,
    provider_id text not null,
    amount bigint not null,
    at timestamptz not null,
    -- The day the payer paid, which the debt goes by: a provider may tell of it a day later. Null: the day it was heard of.
    paid_on text,
    part_return boolean not null default false,
    -- A payment that never was this loan's, or that the payer's bank took back: it stays, and counts no more.
    voided_at timestamptz,
    -- The account of the book a voided payment went to; null: back to where it stood before.
    voided_to text,
    primary key (id, client_id),
    unique (provider, provider_id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  'create index payment_loan on payment (loan_id, at)',
  // A part to be given back before its time, asked for in so many words: it is bound to a sum and a day.
  `create table part_return (
    loan_id text not null,
    client_id text not null,
    day text not null,
    amount bigint not null,
    asked_at timestamptz not null,
    payment_id text,
    primary key (loan_id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  // A later day of return that is offered for a loan, and signed as a request of its own.
  `create table prolongation (
    id text not null,
    request_id text not null,
    loan_id text not null,
    client_id text not null,
    state text not null,
    new_due_date text not null,
    until_day text not null,
    payments_before integer not null,
    created_at timestamptz not null,
    signed_at timestamptz,
    settled_at timestamptz,
    primary key (id, client_id),
    unique (request_id, client_id),
    foreign key (request_id, client_id) references request (id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  // One prolongation of a loan waits at a time, whatever is raced or retried.
  "create unique index prolongation_open on prolongation (loan_id, client_id) where state = 'open'",
  'create index prolongation_client on prolongation (client_id)',
  'create index prolongation_loan on prolongation (loan_id)',
  // What was told of a payment of a loan, once: the day it is about names it.
  `create table loan_notice (
    loan_id text not null,
    client_id text not null,
    kind text not null,
    about text not null,
    at timestamptz not null,
    primary key (loan_id, kind, about, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  // What takes two of the staff: one asks, another confirms the very same. One open action of a kind for a thing.
  `create table loan_action (
    id text primary key,
    kind text not null,
    subject text not null,
    choice text not null,
    sealed bytea not null,
    asked_by text not null,
    asked_at timestamptz not null,
    done_by text,
    done_at timestamptz
  )`,
  'create unique index loan_action_open on loan_action (kind, subject) where done_at is null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
