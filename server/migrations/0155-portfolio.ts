import { type Kysely, sql } from 'kysely'

const statements = [
  // What the office lists loans by: made from the loan by the calculation, and made again from it at any time.
  `create table loan_desk (
    loan_id text primary key,
    principal bigint not null,
    due bigint not null,
    overdue_since text,
    next_date text,
    next_amount bigint,
    looked_on text not null,
    next_look text
  )`,
  'create index loan_desk_look on loan_desk (next_look) where next_look is not null',
  'create index loan_desk_overdue on loan_desk (overdue_since) where overdue_since is not null',
  'create index loan_desk_principal on loan_desk (principal) where next_look is not null',
  'create index loan_desk_late on loan_desk (overdue_since desc, loan_id desc) where overdue_since is not null',
  'create index loan_desk_paying on loan_desk (loan_id desc) where overdue_since is null and due > 0',
  // What the running loans add up to, by the first day late and whether something is due: sums over a million loans are read from some hundred
  // rows. Each change adds rows of its own, so that none waits for another; a job adds them up from time to time.
  `create table loan_sum (
    overdue_since text,
    paying boolean not null,
    loans bigint not null,
    principal bigint not null,
    due bigint not null
  )`,
  `create function loan_desk_is_summed() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'DELETE' then
        insert into loan_sum select overdue_since, due > 0, count(*), sum(principal), sum(due)
          from now_rows where next_look is not null group by 1, 2;
      end if;
      if tg_op <> 'INSERT' then
        insert into loan_sum select overdue_since, due > 0, -count(*), -sum(principal), -sum(due)
          from former_rows where next_look is not null group by 1, 2;
      end if;
      return null;
    end $$`,
  `create trigger loan_desk_inserted after insert on loan_desk referencing new table as now_rows
    for each statement execute function loan_desk_is_summed()`,
  `create trigger loan_desk_updated after update on loan_desk referencing new table as now_rows old table as former_rows
    for each statement execute function loan_desk_is_summed()`,
  `create trigger loan_desk_deleted after delete on loan_desk referencing old table as former_rows
    for each statement execute function loan_desk_is_summed()`,
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
