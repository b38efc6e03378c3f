import type { Kysely } from 'kysely'
import type { Comparison, Selection } from '#contract/calls/office/ruleTrials.ts'

type Db = Kysely<unknown>

interface BacktestTable {
  id: string
  draft_id: string
  sha256: string
  content: string
  selection: unknown
  asked_by: string
  asked_at: Date
  state: 'running' | 'done' | 'stopped' | 'failed'
  done: number
  report: unknown
  report_sha256: string | null
  ended_at: Date | null
}
export type BacktestRow = Omit<BacktestTable, 'selection' | 'report'> & {
  readonly selection: Selection
  readonly report: Comparison | null
}

interface CaseTable {
  backtest_id: string
  place: number
  decision_id: string
  request_id: string
  before: unknown
  after: unknown
}

/** One past decision, or offer, that a draft would change. */
export interface Changed {
  readonly decision: string
  readonly request: string
  readonly before: unknown
  readonly after: unknown
}

const tables = (db: Db) => db.$extendTables<{ rule_backtest: BacktestTable; rule_backtest_case: CaseTable }>()

export const insertBacktest = (
  db: Db,
  {
    selection,
    ...row
  }: Pick<BacktestRow, 'id' | 'draft_id' | 'sha256' | 'content' | 'selection' | 'asked_by' | 'asked_at'>,
) =>
  tables(db)
    .insertInto('rule_backtest')
    .values({ ...row, selection: JSON.stringify(selection), state: 'running', done: 0 } as never)
    .execute()

export async function readBacktestRow(db: Db, id: string): Promise<BacktestRow | undefined> {
  return (await tables(db)
    .selectFrom('rule_backtest')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()) as unknown as BacktestRow | undefined
}

/** Newest first. */
export async function backtestsOf(db: Db, draftId: string): Promise<BacktestRow[]> {
  const found = await tables(db)
    .selectFrom('rule_backtest')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('asked_at', 'desc')
    .limit(20)
    .execute()
  return found as unknown as BacktestRow[]
}

/** Whether somebody's draft is being run: one at a time. */
export async function isRunning(db: Db, draftId: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('rule_backtest')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether rows with this hash were run to the end. */
export async function hasBacktest(db: Db, draftId: string, sha256: string): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('rule_backtest')
    .select('id')
    .where('draft_id', '=', draftId)
    .where('sha256', '=', sha256)
    .where('state', '=', 'done')
    .executeTakeFirst()
  return found !== undefined
}

/** Changes a backtest that still runs; false when it was stopped meanwhile. */
export async function whileRunning(
  db: Db,
  id: string,
  { report, ...rest }: Partial<Pick<BacktestRow, 'state' | 'done' | 'report' | 'report_sha256' | 'ended_at'>>,
): Promise<boolean> {
  const changed = await tables(db)
    .updateTable('rule_backtest')
    .set({ ...rest, ...(report && { report: JSON.stringify(report) }) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .returning('id')
    .execute()
  return changed.length > 0
}

/** One that was given up begins again. */
export async function runAgain(db: Db, id: string): Promise<void> {
  await tables(db)
    .updateTable('rule_backtest')
    .set({ state: 'running', done: 0, ended_at: null })
    .where('id', '=', id)
    .where('state', '=', 'failed')
    .execute()
}

const atOnce = 1000

export async function insertCases(db: Db, backtestId: string, cases: readonly Changed[]): Promise<void> {
  for (let from = 0; from < cases.length; from += atOnce) {
    const rows = cases.slice(from, from + atOnce).map(({ decision, request, before, after }, at) => ({
      backtest_id: backtestId,
      place: from + at,
      decision_id: decision,
      request_id: request,
      before: JSON.stringify(before),
      after: JSON.stringify(after),
    }))
    await tables(db).insertInto('rule_backtest_case').values(rows).execute()
  }
}

/** Changed decisions of a backtest in their order, from a place on. */
export async function casesOf(
  db: Db,
  backtestId: string,
  from: number,
  limit: number,
): Promise<(Changed & { place: number })[]> {
  const rows = await tables(db)
    .selectFrom('rule_backtest_case')
    .selectAll()
    .where('backtest_id', '=', backtestId)
    .where('place', '>=', from)
    .orderBy('place')
    .limit(limit)
    .execute()
  return rows.map(({ place, decision_id: decision, request_id: request, before, after }) => ({
    place,
    decision,
    request,
    before,
    after,
  }))
}
