import { type Kysely, sql } from 'kysely'

interface MonthTable {
  loan_id: string
  month: string
  principal: number | string
  due: number | string
  overdue_days: number
}

interface StartTable {
  loan_id: string
  month: string
  issued: number
  late1: boolean | null
  late5: boolean | null
  late30: boolean | null
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ loan_month: MonthTable; loan_start: StartTable }>()

type Month = Pick<MonthTable, 'month' | 'overdue_days'> & { readonly principal: number; readonly due: number }
const same = (one: MonthTable, other: Month) =>
  Number(one.principal) === other.principal && Number(one.due) === other.due && one.overdue_days === other.overdue_days

/** Keeps the months of some loans at what the calculation says: what has changed is written, nothing else. */
export async function putMonths(
  db: Kysely<unknown>,
  loans: readonly { readonly id: string; readonly months: readonly Month[] }[],
): Promise<void> {
  const ids = loans.map(({ id }) => id)
  const rows = await tables(db).selectFrom('loan_month').selectAll().where('loan_id', 'in', ids).execute()
  const before = new Map(rows.map((row) => [`${row.loan_id} ${row.month}`, row]))
  const changed: MonthTable[] = []
  for (const { id, months } of loans)
    for (const month of months) {
      const old = before.get(`${id} ${month.month}`)
      before.delete(`${id} ${month.month}`)
      if (!old || !same(old, month)) changed.push({ loan_id: id, ...month })
    }
  if (changed.length > 0)
    await tables(db)
      .insertInto('loan_month')
      .values(changed)
      .onConflict((conflict) =>
        conflict.columns(['loan_id', 'month']).doUpdateSet(({ ref }) => ({
          principal: ref('excluded.principal'),
          due: ref('excluded.due'),
          overdue_days: ref('excluded.overdue_days'),
        })),
      )
      .execute()
  // The loan was over earlier than was known.
  for (const { loan_id, month } of before.values())
    await tables(db).deleteFrom('loan_month').where('loan_id', '=', loan_id).where('month', '=', month).execute()
}

export async function putStarts(db: Kysely<unknown>, rows: readonly StartTable[]): Promise<void> {
  await tables(db)
    .insertInto('loan_start')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('loan_id')
        .doUpdateSet(({ ref }) => ({
          month: ref('excluded.month'),
          issued: ref('excluded.issued'),
          late1: ref('excluded.late1'),
          late5: ref('excluded.late5'),
          late30: ref('excluded.late30'),
        }))
        .where(sql<boolean>`(loan_start.month, loan_start.issued, loan_start.late1, loan_start.late5, loan_start.late30)
          is distinct from (excluded.month, excluded.issued, excluded.late1, excluded.late5, excluded.late30)`),
    )
    .execute()
}
