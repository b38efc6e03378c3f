import { type Kysely, sql } from 'kysely'
import type { CoreKind } from '#server/providers/core/port.ts'
import type { Planned } from './planning.ts'

interface LoanTable {
  loan_id: string
  client_id: string
  contract: string
  /** The number of the last posting that was read. */
  taken: number
  /** The number of the last entry. */
  last: number
  /** By our book nothing is owed. */
  closed: boolean
  leased_until: Date | null
  compared_on: string | null
  /** Closed on both sides, and equal: it is not compared again until something happens. */
  quiet: boolean
  /** By the last comparison it owes another sum in the core. */
  differs: boolean
}

interface IntentTable {
  id: string
  loan_id: string
  number: number
  kind: CoreKind
  posting_id: string | null
  of: string | null
  day: string
  amount: number
  state: 'waiting' | 'done' | 'refused'
  attempts: number
  /** Counts the times a person sent it again after a refusal: the core remembers a refused key. */
  round: number
  made_at: Date
  due_at: Date
  last_at: Date | null
  fault: string | null
}

export type CoreLoanRow = LoanTable
export type IntentRow = IntentTable
type Tables = { core_loan: LoanTable; core_intent: IntentTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()
const typed = (row: IntentTable): IntentRow => ({ ...row, amount: Number(row.amount) })

export const readCoreLoan = (db: Kysely<unknown>, loanId: string): Promise<CoreLoanRow | undefined> =>
  tables(db).selectFrom('core_loan').selectAll().where('loan_id', '=', loanId).executeTakeFirst()

export async function insertCoreLoan(db: Kysely<unknown>, row: CoreLoanRow): Promise<void> {
  await tables(db).insertInto('core_loan').values(row).execute()
}

export async function updateCoreLoan(db: Kysely<unknown>, loanId: string, change: Partial<LoanTable>): Promise<void> {
  await tables(db).updateTable('core_loan').set(change).where('loan_id', '=', loanId).execute()
}

/** Adds entries behind the last one of their loan. */
export async function insertIntents(
  db: Kysely<unknown>,
  { loan_id, last }: Pick<CoreLoanRow, 'loan_id' | 'last'>,
  entries: readonly Planned[],
  now: Date,
): Promise<void> {
  if (entries.length === 0) return
  const fresh = {
    state: 'waiting',
    attempts: 0,
    round: 0,
    made_at: now,
    due_at: now,
    last_at: null,
    fault: null,
  } as const
  const rows = entries.map((entry, at) => ({ ...entry, ...fresh, loan_id, number: last + 1 + at }))
  await tables(db).insertInto('core_intent').values(rows).execute()
}

/** Takes a loan for a while, so that of several servers one speaks of it; undefined: another does. */
export const leaseCoreLoan = (
  db: Kysely<unknown>,
  loanId: string,
  now: Date,
  until: Date,
): Promise<CoreLoanRow | undefined> =>
  tables(db)
    .updateTable('core_loan')
    .set({ leased_until: until })
    .where('loan_id', '=', loanId)
    .where(({ or, eb }) => or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()

/** The first entry of a loan that the core has not taken. */
export async function nextIntent(db: Kysely<unknown>, loanId: string): Promise<IntentRow | undefined> {
  const row = await tables(db)
    .selectFrom('core_intent')
    .selectAll()
    .where('loan_id', '=', loanId)
    .where('state', '<>', 'done')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
  return row && typed(row)
}

export async function updateIntent(db: Kysely<unknown>, id: string, change: Partial<IntentTable>): Promise<void> {
  await tables(db).updateTable('core_intent').set(change).where('id', '=', id).execute()
}

export async function lockIntent(db: Kysely<unknown>, id: string): Promise<IntentRow | undefined> {
  const row = await tables(db).selectFrom('core_intent').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && typed(row)
}

/** Loans whose first entry is due; what stands behind one waits for it. */
export async function busyLoans(db: Kysely<unknown>, now: Date, most: number): Promise<string[]> {
  const { rows } = await sql<{ loan_id: string }>`
    select loan_id from (
      select distinct on (loan_id) loan_id, state, due_at from core_intent where state <> 'done' order by loan_id, number
    ) first where state = 'waiting' and due_at <= ${now} order by due_at limit ${most}`.execute(db)
  return rows.map(({ loan_id }) => loan_id)
}

export interface OpenIntent extends IntentRow {
  readonly contract: string
  /** How many entries of the loan wait behind it. */
  readonly behind: number
}

/** The first entry of each loan that waits or was refused, in the order they were made, after a place. */
export async function openIntents(
  db: Kysely<unknown>,
  after: { at: Date; id: string } | null,
  limit: number,
): Promise<OpenIntent[]> {
  const place = after ?? { at: new Date(0), id: '' }
  const { rows } = await sql<OpenIntent>`
    select first.*, l.contract, l.last - first.number as behind from (
      select distinct on (loan_id) * from core_intent where state <> 'done' order by loan_id, number
    ) first join core_loan l on l.loan_id = first.loan_id
    where (first.made_at, first.id) > (${place.at}::timestamptz, ${place.id})
    order by first.made_at, first.id limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, amount: Number(row.amount), behind: Number(row.behind) }))
}

export async function countIntents(db: Kysely<unknown>): Promise<{ state: 'waiting' | 'refused'; count: number }[]> {
  const rows = await tables(db)
    .selectFrom('core_intent')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('state', '<>', 'done')
    .groupBy('state')
    .execute()
  return rows.map(({ state, count }) => ({ state: state as 'waiting' | 'refused', count: Number(count) }))
}

/** Loans that were not compared on a day, in the order of their ids after one. */
export const loansToCompare = (
  db: Kysely<unknown>,
  day: string,
  after: string,
  limit: number,
): Promise<CoreLoanRow[]> =>
  tables(db)
    .selectFrom('core_loan')
    .selectAll()
    .where('quiet', '=', false)
    .where(({ or, eb }) => or([eb('compared_on', 'is', null), eb('compared_on', '<', day)]))
    .where('loan_id', '>', after)
    .orderBy('loan_id')
    .limit(limit)
    .execute()

export async function countDiffering(db: Kysely<unknown>): Promise<number> {
  const query = tables(db)
    .selectFrom('core_loan')
    .select(({ fn }) => fn.countAll<number>().as('count'))
  return Number((await query.where('differs', '=', true).executeTakeFirstOrThrow()).count)
}
