import { type Kysely, sql } from 'kysely'

const statements = [
  // Contacts about overdue debts as 230-ФЗ counts them: calls begun in the product, messages when they go out.
  `create table contact (
    id text not null,
    client_id text not null references client,
    loan_id text not null,
    kind text not null,
    notice text,
    staff_id text,
    at timestamptz not null,
    ended_at timestamptz,
    result text,
    sealed bytea,
    promise_day text,
    promise_amount bigint,
    promise_state text,
    primary key (id, client_id),
    foreign key (loan_id, client_id) references loan (id, client_id)
  )`,
  'create index contact_client on contact (client_id, at)',
  'create index contact_loan on contact (loan_id, at)',
  "create index contact_promise on contact (promise_day) where promise_state = 'open'",
  // A person who may not be contacted directly, whoever asks: set by compliance, lifted by compliance.
  `create table contact_stop (
    id text not null,
    client_id text not null references client,
    ground text not null,
    set_by text not null,
    set_at timestamptz not null,
    lifted_by text,
    lifted_at timestamptz,
    since text,
    primary key (id, client_id)
  )`,
  'create unique index contact_stop_open on contact_stop (client_id) where lifted_at is null',
  // Who inherits a debt, as a notary says it: name, address, paper, sealed with the key of the one who died.
  `create table heir (
    id text not null,
    client_id text not null references client,
    sealed bytea not null,
    accepted_on text,
    added_by text not null,
    at timestamptz not null,
    primary key (id, client_id)
  )`,
  'create index heir_client on heir (client_id, at)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
