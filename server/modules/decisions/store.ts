import { type Kysely, sql } from 'kysely'
import type { RequestKey } from '../requests/index.ts'

interface DecisionTable {
  id: string
  request_id: string
  client_id: string
  outcome: string
  reason_class: string | null
  reasons: unknown
  rules_version: string
  rules_sha256: string
  inputs: Uint8Array
  trace: Uint8Array
  result: Uint8Array
  decided_at: Date
}
export type DecisionRow = Omit<DecisionTable, 'reasons'> & { reasons: readonly string[] }

interface RulesTable {
  sha256: string
  version: string
  content: string
  first_used_at: Date
}

type Tables = { decision: DecisionTable; decision_rules: RulesTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export const decisionPlace = (id: string, column: string) => ({ table: 'decision', id, column })

export async function insertDecision(db: Kysely<unknown>, row: DecisionRow): Promise<void> {
  await tables(db)
    .insertInto('decision')
    .values({ ...row, reasons: JSON.stringify(row.reasons) })
    .execute()
}

export async function readDecision(db: Kysely<unknown>, id: string): Promise<DecisionRow | undefined> {
  const row = await tables(db).selectFrom('decision').selectAll().where('id', '=', id).executeTakeFirst()
  return row as DecisionRow | undefined
}

/** Newest first. */
export async function decisionsOf(db: Kysely<unknown>, requestId: string): Promise<DecisionRow[]> {
  const rows = await tables(db)
    .selectFrom('decision')
    .selectAll()
    .where('request_id', '=', requestId)
    .orderBy('decided_at', 'desc')
    .execute()
  return rows as DecisionRow[]
}

/** Keeps a rule file the first time a decision is made by it. */
export async function keepRules(db: Kysely<unknown>, row: RulesTable): Promise<void> {
  await tables(db)
    .insertInto('decision_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
}

export async function readRules(db: Kysely<unknown>, sha256: string): Promise<RulesTable | undefined> {
  return tables(db).selectFrom('decision_rules').selectAll().where('sha256', '=', sha256).executeTakeFirst()
}

/** Keeps what the law had against a loan when it was looked at again. */
export async function insertBarCheck(
  db: Kysely<unknown>,
  row: {
    id: string
    client_id: string
    request_id: string
    day: string
    reasons: readonly string[]
    inputs: Uint8Array
    at: Date
  },
): Promise<void> {
  await db
    .$extendTables<{ bar_check: Record<string, unknown> }>()
    .insertInto('bar_check')
    .values({ ...row, reasons: JSON.stringify(row.reasons) })
    .execute()
}

/** When the bars of a request were last looked at: by its decision, or again since. */
export async function lastLooked(db: Kysely<unknown>, { id, client_id }: RequestKey): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (
      select decided_at as at from decision where client_id = ${client_id} and request_id = ${id}
      union all select at from bar_check where client_id = ${client_id} and request_id = ${id}
    ) as looked`.execute(db)
  return rows[0]?.at ?? null
}
