import type { Kysely } from 'kysely'

export interface HandoverRow {
  id: string
  request_id: string
  client_id: string
  /** SHA-256 of the link's secret. */
  link_hash: Uint8Array
  /** SHA-256 of the phone's cookie, once the link was opened. */
  phone_hash: Uint8Array | null
  number: string | null
  /** What was answered on the first screen and on the phone. */
  same_here: boolean | null
  same_there: boolean | null
  device: string | null
  created_at: Date
  /** End of the link, then of the phone's time. */
  until: Date
  ended_at: Date | null
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ handover: HandoverRow }>()

export async function insertHandover(db: Kysely<unknown>, row: HandoverRow): Promise<void> {
  await tables(db).insertInto('handover').values(row).execute()
}

export const openHandoverOf = (db: Kysely<unknown>, requestId: string): Promise<HandoverRow | undefined> =>
  tables(db)
    .selectFrom('handover')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const handoverBy = (
  db: Kysely<unknown>,
  column: 'link_hash' | 'phone_hash',
  hash: Buffer,
): Promise<HandoverRow | undefined> =>
  tables(db)
    .selectFrom('handover')
    .selectAll()
    .where(column, '=', hash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()

export const lockHandover = (db: Kysely<unknown>, id: string): Promise<HandoverRow | undefined> =>
  tables(db).selectFrom('handover').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateHandover(db: Kysely<unknown>, id: string, change: Partial<HandoverRow>): Promise<void> {
  await tables(db).updateTable('handover').set(change).where('id', '=', id).execute()
}

/** Deletes what ended, or could have, before a moment. */
export async function deleteHandovers(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('handover').where('until', '<', before).execute()
}
