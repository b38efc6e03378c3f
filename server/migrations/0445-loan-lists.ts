import { type Kysely, sql } from 'kysely'

const statements = [
  // The office lists loans the newest first, all or of one state; late ones from those that became late last.
  'create index loan_newest on loan (opened_at desc, id desc)',
  'create index loan_newest_of on loan (state, opened_at desc, id desc)',
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
  `insert into loan_sum select overdue_since, due > 0, count(*), sum(principal), sum(due)
    from loan_desk where next_look is not null group by 1, 2`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
