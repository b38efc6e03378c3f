import type { Kysely } from 'kysely'

interface OpinionTable {
  id: string
  client_id: string
  request_id: string
  machine_id: string
  score: number
  reasons: unknown
  expires_at: Date
  at: Date
}
export type OpinionRow = Omit<OpinionTable, 'reasons'> & { readonly reasons: readonly string[] }

const tables = (db: Kysely<unknown>) => db.$extendTables<{ request_opinion: OpinionTable }>()

export async function insertOpinion(db: Kysely<unknown>, row: OpinionRow): Promise<void> {
  await tables(db)
    .insertInto('request_opinion')
    .values({ ...row, reasons: JSON.stringify(row.reasons) })
    .execute()
}

/** The newest opinion of a request that has not run out. */
export async function opinionOf(db: Kysely<unknown>, requestId: string, now: Date): Promise<OpinionRow | undefined> {
  const row = await tables(db)
    .selectFrom('request_opinion')
    .selectAll()
    .where('request_id', '=', requestId)
    .where('expires_at', '>', now)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as OpinionRow | undefined
}
