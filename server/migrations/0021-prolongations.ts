import { type Kysely, sql } from 'kysely'

const statements = [
  `create table prolongation (
    id text primary key,
    request_id text not null unique references request,
    loan_id text not null references loan,
    client_id text not null,
    state text not null,
    new_due_date text not null,
    until_day text not null,
    payments_before integer not null,
    created_at timestamptz not null,
    signed_at timestamptz,
    settled_at timestamptz
  )`,
  // One prolongation of a loan waits at a time, whatever is raced or retried.
  "create unique index prolongation_open on prolongation (loan_id) where state = 'open'",
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
