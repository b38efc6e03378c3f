import type { Kysely } from 'kysely'
import type { Made, Pair } from './comparing.ts'

type Db = Kysely<unknown>

interface ShadowTable {
  id: string
  draft_id: string
  sha256: string
  content: string
  started_by: string
  started_at: Date
  until: Date
  ended_at: Date | null
}
export type ShadowRow = ShadowTable

interface ShadowCaseTable {
  shadow_id: string
  decision_id: string
  request_id: string
  before: unknown
  after: unknown
  at: Date
}
export interface ShadowCase extends Pair {
  readonly decision: string
  readonly request: string
}

const tables = (db: Db) => db.$extendTables<{ rule_shadow: ShadowTable; rule_shadow_case: ShadowCaseTable }>()

export const insertShadow = (db: Db, row: ShadowRow) => tables(db).insertInto('rule_shadow').values(row).execute()

/** Those that try every new decision now. */
export const runningShadows = (db: Db, now: Date): Promise<ShadowRow[]> =>
  tables(db)
    .selectFrom('rule_shadow')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .orderBy('id')
    .execute()

/** The newest of a draft. */
export const shadowOf = (db: Db, draftId: string): Promise<ShadowRow | undefined> =>
  tables(db)
    .selectFrom('rule_shadow')
    .selectAll()
    .where('draft_id', '=', draftId)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()

export const readShadow = (db: Db, id: string): Promise<ShadowRow | undefined> =>
  tables(db).selectFrom('rule_shadow').selectAll().where('id', '=', id).executeTakeFirst()

/** Ends what still runs of a draft; false: nothing did. */
export async function endShadowOf(db: Db, draftId: string, at: Date): Promise<boolean> {
  const ended = await tables(db)
    .updateTable('rule_shadow')
    .set({ ended_at: at })
    .where('draft_id', '=', draftId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

export async function insertShadowCase(db: Db, shadowId: string, one: ShadowCase, at: Date): Promise<void> {
  await tables(db)
    .insertInto('rule_shadow_case')
    .values({
      shadow_id: shadowId,
      decision_id: one.decision,
      request_id: one.request,
      before: JSON.stringify(one.before),
      after: JSON.stringify(one.after),
      at,
    })
    .onConflict((conflict) => conflict.columns(['shadow_id', 'decision_id']).doNothing())
    .execute()
}

/** All that a shadow run has tried, in the order it did. */
export async function shadowCases(db: Db, shadowId: string): Promise<ShadowCase[]> {
  const rows = await tables(db)
    .selectFrom('rule_shadow_case')
    .selectAll()
    .where('shadow_id', '=', shadowId)
    .orderBy('at')
    .orderBy('decision_id')
    .limit(100_000)
    .execute()
  return rows.map(({ decision_id, request_id, before, after }) => ({
    decision: decision_id,
    request: request_id,
    before: before as Made,
    after: after as Made,
  }))
}
