import { type Kysely, sql } from 'kysely'

const statements = [
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
  // The payment that was kept has a day of its own, and a place once somebody gave it one.
  'alter table payment_suspense add column paid_on text',
  'alter table payment_suspense add column placed_loan text',
  'create index loan_number on loan (contract_number)',
  'create index loan_desk_principal on loan_desk (principal) where next_look is not null',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
