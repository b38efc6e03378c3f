import { type Kysely, sql } from 'kysely'
import type { CaseKind } from '#contract/person/cases.ts'

type Db = Kysely<unknown>

interface CaseTable {
  id: string
  kind: CaseKind
  client_id: string
  request_id: string | null
  /** What it is about, so that the same matter is one case: no personal data. */
  subject: string
  data: unknown
  holds: boolean
  state: 'open' | 'asked' | 'closed'
  opened_at: Date
  asked_by: string | null
  asked_at: Date | null
  closed_by: string | null
  closed_at: Date | null
  outcome: string | null
  words: Uint8Array | null
}
export type CaseRow = Omit<CaseTable, 'data'> & { data: Record<string, unknown> }

const tables = (db: Db) => db.$extendTables<{ person_case: CaseTable }>()
const typed = (row: CaseTable) => row as CaseRow

/** Opens a case, once for each matter of a client; answers whether it is new. */
export async function insertCase(db: Db, row: CaseRow): Promise<boolean> {
  const result = await tables(db)
    .insertInto('person_case')
    .values({ ...row, data: JSON.stringify(row.data) })
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'kind', 'subject']).where(sql<boolean>`state <> 'closed'`).doNothing(),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function lockCase(db: Db, id: string): Promise<CaseRow | undefined> {
  const row = await tables(db).selectFrom('person_case').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row && typed(row)
}

export async function updateCase(db: Db, id: string, change: Partial<Omit<CaseRow, 'id' | 'data'>>): Promise<void> {
  await tables(db).updateTable('person_case').set(change).where('id', '=', id).execute()
}

/** Cases of some accounts, newest first. */
export async function casesOf(db: Db, clientIds: readonly string[]): Promise<CaseRow[]> {
  if (clientIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('person_case')
    .selectAll()
    .where('client_id', 'in', clientIds)
    .orderBy('opened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(200)
    .execute()
  return rows.map(typed)
}

/** Whether a case of a kind waits, or was confirmed. */
export async function anyCaseOf(db: Db, clientIds: readonly string[], kind: CaseKind): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('person_case')
    .select('id')
    .where('client_id', 'in', clientIds)
    .where('kind', '=', kind)
    .where(({ eb, or }) => or([eb('state', '<>', 'closed'), eb('outcome', '=', 'confirmed')]))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether a matter of a client was looked at before, and how it ended. */
export async function endedBefore(db: Db, matter: Pick<CaseRow, 'client_id' | 'kind' | 'subject'>): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('person_case')
    .select('id')
    .where('client_id', '=', matter.client_id)
    .where('kind', '=', matter.kind)
    .where('subject', '=', matter.subject)
    .where('state', '=', 'closed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** What holds the money of these accounts: a case that waits, or one whose matter was confirmed. */
export async function holdOf(db: Db, clientIds: readonly string[]): Promise<'waits' | 'confirmed' | null> {
  const rows = await tables(db)
    .selectFrom('person_case')
    .select('state')
    .where('client_id', 'in', clientIds)
    .where('holds', '=', true)
    .where(({ eb, or }) => or([eb('state', '<>', 'closed'), eb('outcome', '=', 'confirmed')]))
    .execute()
  if (rows.length === 0) return null
  return rows.some(({ state }) => state === 'closed') ? 'confirmed' : 'waits'
}

export async function countOpenCases(db: Db): Promise<{ kind: string; holds: boolean; count: number }[]> {
  const rows = await tables(db)
    .selectFrom('person_case')
    .select(({ fn }) => ['kind', 'holds', fn.countAll<number>().as('count')])
    .where('state', '<>', 'closed')
    .groupBy(['kind', 'holds'])
    .execute()
  return rows.map(({ kind, holds, count }) => ({ kind, holds, count: Number(count) }))
}
/** Cases that wait, oldest first, after a place in that order. */
export async function openCases(db: Db, after: { at: Date; id: string } | null, limit: number): Promise<CaseRow[]> {
  const query = tables(db).selectFrom('person_case').selectAll().where('state', '<>', 'closed')
  const rest = after ? query.where(sql<boolean>`(opened_at, id) > (${after.at}::timestamptz, ${after.id})`) : query
  return (await rest.orderBy('opened_at').orderBy('id').limit(limit).execute()).map(typed)
}
