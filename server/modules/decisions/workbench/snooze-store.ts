import type { Kysely } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import type { Snoozed } from '../inputs.ts'

type Db = Kysely<unknown>

interface SnoozeTable {
  id: string
  client_id: string
  row: string
  /** The last day it holds. */
  until: string
  reason: Uint8Array
  state: 'asked' | 'standing' | 'ended'
  asked_by: string
  asked_at: Date
  confirmed_by: string | null
  confirmed_at: Date | null
  ended_by: string | null
}
export type SnoozeRow = SnoozeTable

const tables = (db: Db) => db.$extendTables<{ rule_snooze: SnoozeTable }>()

/** The rows that are silent for the accounts of one person on a day; always in the same order. */
export async function snoozesOf(db: Db, clientIds: readonly string[], day: IsoDate): Promise<Snoozed[]> {
  if (clientIds.length === 0) return []
  const rows = await tables(db)
    .selectFrom('rule_snooze')
    .select(['id', 'row', 'until'])
    .where('client_id', 'in', clientIds)
    .where('state', '=', 'standing')
    .where('until', '>=', day)
    .orderBy('row')
    .orderBy('id')
    .execute()
  return rows.map(({ id, row, until }) => ({ id, row, until: until as IsoDate }))
}

export async function isClient(db: Db, id: string): Promise<boolean> {
  const found = await db
    .$extendTables<{ client: { id: string } }>()
    .selectFrom('client')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export const insertSnooze = (db: Db, row: SnoozeRow) => tables(db).insertInto('rule_snooze').values(row).execute()

export const lockSnooze = (db: Db, id: string): Promise<SnoozeRow | undefined> =>
  tables(db).selectFrom('rule_snooze').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateSnooze = (db: Db, id: string, change: Partial<SnoozeRow>) =>
  tables(db).updateTable('rule_snooze').set(change).where('id', '=', id).execute()

/** Those that stand or wait, of everybody or of some accounts, newest first. */
export async function openSnoozes(db: Db, clientIds: readonly string[] | null): Promise<SnoozeRow[]> {
  if (clientIds?.length === 0) return []
  const query = tables(db).selectFrom('rule_snooze').selectAll().where('state', '<>', 'ended')
  return (clientIds ? query.where('client_id', 'in', clientIds) : query)
    .orderBy('asked_at', 'desc')
    .limit(200)
    .execute()
}
