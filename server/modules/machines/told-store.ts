import type { Kysely } from 'kysely'

interface ToldTable {
  id: string
  client_id: string
  /** The machine client that told it. */
  machine_id: string
  kind: 'note' | 'mark'
  /** Of a mark. */
  code: string | null
  /** Null: the mark is taken away. */
  sealed: Uint8Array | null
  at: Date
}

export type ToldRow = ToldTable & { readonly system: string | null }
type Tables = { person_told: ToldTable; machine_client: { id: string; name: string }; client: { id: string } }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function insertTold(db: Kysely<unknown>, row: ToldTable): Promise<void> {
  await tables(db).insertInto('person_told').values(row).execute()
}

export async function clientIsThere(db: Kysely<unknown>, id: string): Promise<boolean> {
  return (await tables(db).selectFrom('client').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

/** What was told of some accounts, newest first, with the names of the systems. */
export const toldOf = (db: Kysely<unknown>, clientIds: readonly string[], limit: number): Promise<ToldRow[]> =>
  tables(db)
    .selectFrom('person_told')
    .leftJoin('machine_client', 'machine_client.id', 'machine_id')
    .selectAll('person_told')
    .select('machine_client.name as system')
    .where('client_id', 'in', clientIds)
    .orderBy('at', 'desc')
    .orderBy('person_told.id', 'desc')
    .limit(limit)
    .execute()
