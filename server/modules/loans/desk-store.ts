import { type Kysely, sql } from 'kysely'

interface DeskTable {
  loan_id: string
  principal: number
  /** What ends the overdue, or pays what is due that day. */
  due: number
  /** The first day late, and the next payment. */
  overdue_since: string | null
  next_date: string | null
  next_amount: number | null
  /** The day it was made for, and the next on which something happens by itself; null: never again. */
  looked_on: string
  next_look: string | null
}

const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{ loan_desk: DeskTable; loan: { id: string; state: string } }>()

export async function putDesks(db: Kysely<unknown>, rows: readonly DeskTable[]): Promise<void> {
  await tables(db)
    .insertInto('loan_desk')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('loan_id').doUpdateSet(({ ref }) => ({
        principal: ref('excluded.principal'),
        due: ref('excluded.due'),
        overdue_since: ref('excluded.overdue_since'),
        next_date: ref('excluded.next_date'),
        next_amount: ref('excluded.next_amount'),
        looked_on: ref('excluded.looked_on'),
        next_look: ref('excluded.next_look'),
      })),
    )
    .execute()
}

/** The last day each of some loans was followed to. */
export async function lookedOn(db: Kysely<unknown>, loanIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tables(db)
    .selectFrom('loan_desk')
    .select(['loan_id', 'looked_on'])
    .where('loan_id', 'in', loanIds)
    .execute()
  return new Map(rows.map((row) => [row.loan_id, row.looked_on]))
}

/** Running loans to which something happens by a day, and those the book does not know yet, but for some. */
export async function loansToLook(
  db: Kysely<unknown>,
  { today, but, limit }: { readonly today: string; readonly but: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const looked = tables(db).selectFrom('loan_desk').select('loan_id as id').where('next_look', '<=', today)
  const others = but.length > 0 ? looked.where('loan_id', 'not in', but) : looked
  const due = await others.orderBy('next_look').limit(limit).execute()
  if (due.length === limit) return due.map(({ id }) => id)
  const unfollowed = tables(db)
    .selectFrom('loan')
    .leftJoin('loan_desk', 'loan_id', 'loan.id')
    .select('loan.id as id')
    .where('state', '=', 'running')
    .where('loan_id', 'is', null)
  const unknown = but.length > 0 ? unfollowed.where('loan.id', 'not in', but) : unfollowed
  return [...due, ...(await unknown.limit(limit - due.length).execute())].map(({ id }) => id)
}

/** Adds up what changes have left of the sums the office reads, once it is more than twice what they come to. */
export async function addUpSums(db: Kysely<unknown>): Promise<void> {
  await sql`with former as (delete from loan_sum
      where (select count(*) > 2 * count(distinct (overdue_since, paying)) from loan_sum) returning *)
    insert into loan_sum select overdue_since, paying, sum(loans), sum(principal), sum(due) from former
    group by 1, 2 having sum(loans) <> 0 or sum(principal) <> 0 or sum(due) <> 0`.execute(db)
}
