import { type Kysely, sql } from 'kysely'

const statements = [
  // The day the payer paid, which the debt goes by: a provider may tell of it a day later. Null: the day it was heard of.
  'alter table payment add column paid_on text',
  'alter table payment add column part_return boolean not null default false',
  // A part to be given back before its time, asked for in so many words: it is bound to a sum and a day.
  `create table part_return (
    loan_id text primary key references loan,
    day text not null,
    amount bigint not null,
    asked_at timestamptz not null,
    payment_id text
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
