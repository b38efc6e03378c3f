import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export interface ReadingRow {
  file_id: string
  client_id: string
  outcome: 'read' | 'unread' | 'failed'
  sealed: Uint8Array | null
  took_ms: number
  at: Date
}

const tables = (db: Db) => db.$extendTables<{ passport_reading: ReadingRow }>()

/** Keeps what was read of a photo, once; a photo that has gone meanwhile has no reading. Answers whether it is new. */
export async function insertReading(db: Db, row: ReadingRow): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from evidence where id = ${row.file_id} for share`.execute(db)
  if (rows.length === 0) return false
  const result = await tables(db)
    .insertInto('passport_reading')
    .values(row)
    .onConflict((conflict) => conflict.columns(['file_id', 'client_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** The photo of a step that counts now, accepted before others, with what was read of it so far. */
export async function newestPhoto(
  db: Db,
  requestId: string,
  step: number,
): Promise<(Partial<ReadingRow> & { id: string; stored_at: Date }) | undefined> {
  const { rows } = await sql<Partial<ReadingRow> & { id: string; stored_at: Date }>`
    select evidence.id, evidence.stored_at, reading.* from evidence
    left join passport_reading reading on reading.file_id = evidence.id
    where evidence.request_id = ${requestId} and evidence.step = ${step} and evidence.state = 'stored'
    order by evidence.accepted_at desc nulls last, evidence.stored_at desc limit 1`.execute(db)
  return rows[0]
}
