import { type Kysely, sql } from 'kysely'

const statements = [
  // A loan the lender's core is told of: how far its book was read, and how it last compared.
  `create table core_loan (
    loan_id text primary key,
    client_id text not null,
    contract text not null,
    taken integer not null,
    last integer not null,
    closed boolean not null,
    leased_until timestamptz,
    compared_on text,
    quiet boolean not null default false,
    differs boolean not null default false
  )`,
  'create index core_loan_compared on core_loan (compared_on) where not quiet',
  'create index core_loan_differs on core_loan (loan_id) where differs',
  // What the core is to be told, in the order of each loan; no personal data. The id is the core's external id.
  `create table core_intent (
    id text primary key,
    loan_id text not null references core_loan,
    number integer not null,
    kind text not null,
    posting_id text,
    of text,
    day text not null,
    amount bigint not null,
    state text not null check (state in ('waiting', 'done', 'refused')),
    attempts integer not null,
    round integer not null,
    made_at timestamptz not null,
    due_at timestamptz not null,
    last_at timestamptz,
    fault text,
    unique (loan_id, number)
  )`,
  "create index core_intent_open on core_intent (loan_id, number) where state <> 'done'",
  'create index core_intent_posting on core_intent (posting_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
