import type { Kysely } from 'kysely'

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

interface BlacklistTable {
  /** Blind index of the value, which is sealed beside it: another key makes another index. */
  person: Uint8Array
  sealed: Uint8Array | null
  kind: string
  reason: string
  added_by: string
  added_at: Date
}

type Tables = { decision: DecisionTable; decision_rules: RulesTable; blacklist: BlacklistTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

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

export async function isBlacklisted(db: Kysely<unknown>, people: readonly Buffer[]): Promise<boolean> {
  if (people.length === 0) return false
  const row = await tables(db)
    .selectFrom('blacklist')
    .select('kind')
    .where('person', 'in', people)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function addToBlacklist(db: Kysely<unknown>, row: BlacklistTable): Promise<void> {
  await tables(db)
    .insertInto('blacklist')
    .values(row)
    .onConflict((conflict) => conflict.column('person').doNothing())
    .execute()
}
