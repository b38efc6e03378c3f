import type { Kysely } from 'kysely'

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

/** Keeps the months of a loan at what the calculation says: what has changed is written, nothing else. */
export async function putMonths(db: Kysely<unknown>, loanId: string, months: readonly Month[]): Promise<void> {
  const kept = await tables(db).selectFrom('loan_month').selectAll().where('loan_id', '=', loanId).execute()
  const before = new Map(kept.map((row) => [row.month, row]))
  for (const month of months) {
    const old = before.get(month.month)
    before.delete(month.month)
    if (old && same(old, month)) continue
    await tables(db)
      .insertInto('loan_month')
      .values({ loan_id: loanId, ...month })
      .onConflict((conflict) => conflict.columns(['loan_id', 'month']).doUpdateSet(month))
      .execute()
  }
  // The loan was over earlier than was known.
  if (before.size > 0)
    await tables(db)
      .deleteFrom('loan_month')
      .where('loan_id', '=', loanId)
      .where('month', 'in', [...before.keys()])
      .execute()
}

export async function putStart(db: Kysely<unknown>, row: StartTable): Promise<void> {
  await tables(db)
    .insertInto('loan_start')
    .values(row)
    .onConflict((conflict) => conflict.column('loan_id').doUpdateSet(row))
    .execute()
}
