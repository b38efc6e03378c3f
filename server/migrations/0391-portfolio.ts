import { type Kysely, sql } from 'kysely'

const statements = [
  // How each loan stood at the end of each month, as the calculation says it now: what figures over months are added up from. Made again at any time.
  `create table loan_month (
    loan_id text not null,
    month text not null,
    principal bigint not null,
    due bigint not null,
    overdue_days integer not null,
    primary key (loan_id, month)
  )`,
  'create index loan_month_of on loan_month (month)',
  // Whether the first payment was missed, as seen so many days after it was last in time; null: the day has not come.
  `create table loan_start (
    loan_id text primary key,
    month text not null,
    issued bigint not null,
    late1 boolean,
    late5 boolean,
    late30 boolean
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
