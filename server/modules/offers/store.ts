import type { Kysely } from 'kysely'
import type { RequestKey } from '../requests/index.ts'

export type OfferState = 'open' | 'coolingOff' | 'signed' | 'declined' | 'over' | 'refused' | 'barred'

interface OfferTable {
  id: string
  request_id: string
  client_id: string
  version: number
  state: OfferState
  /** The contract's, unique. */
  number: string
  amount: number
  content: Uint8Array
  documents: unknown
  priced_on: string
  until_day: string
  until_at: Date
  contract_date: string | null
  release_at: Date | null
  created_at: Date
  signed_at: Date | null
  settled_at: Date | null
  /** The hash of the tariffs it was made by; null: made before they had versions. */
  tariffs: string | null
}
export type OfferRow = Omit<OfferTable, 'documents'> & { documents: readonly string[] }

const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{ offer: OfferTable; contract_number: Pick<OfferTable, 'number' | 'client_id'> }>()

/** Throws when a contract has this number already. */
export async function insertOffer(db: Kysely<unknown>, row: OfferRow): Promise<void> {
  await tables(db).insertInto('contract_number').values({ number: row.number, client_id: row.client_id }).execute()
  await tables(db)
    .insertInto('offer')
    .values({ ...row, documents: JSON.stringify(row.documents) })
    .execute()
}

const ofRequest = (db: Kysely<unknown>, { id, client_id }: RequestKey) =>
  tables(db).selectFrom('offer').selectAll().where('request_id', '=', id).where('client_id', '=', client_id)

export async function offerOf(db: Kysely<unknown>, request: RequestKey): Promise<OfferRow | undefined> {
  return (await ofRequest(db, request).executeTakeFirst()) as OfferRow | undefined
}

export async function lockOffer(db: Kysely<unknown>, request: RequestKey): Promise<OfferRow | undefined> {
  return (await ofRequest(db, request).forUpdate().executeTakeFirst()) as OfferRow | undefined
}

export async function updateOffer(
  db: Kysely<unknown>,
  { id, client_id }: Pick<OfferRow, 'id' | 'client_id'>,
  change: Partial<OfferRow>,
): Promise<void> {
  const { documents, ...rest } = change
  await tables(db)
    .updateTable('offer')
    .set({ ...rest, ...(documents && { documents: JSON.stringify(documents) }) })
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .execute()
}

/** Requests whose offer was not accepted in time. */
export async function offersOver(db: Kysely<unknown>, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('offer')
    .select('request_id')
    .where('state', '=', 'open')
    .where('until_at', '<=', now)
    .limit(500)
    .execute()
  return rows.map((row) => row.request_id)
}

/** Requests whose offer stands and was priced for another day. */
export async function offersOfAnotherDay(db: Kysely<unknown>, day: string, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('offer')
    .select('request_id')
    .where('state', '=', 'open')
    .where('until_at', '>', now)
    .where('priced_on', '<', day)
    .limit(100)
    .execute()
  return rows.map((row) => row.request_id)
}

/** Requests whose cooling-off is over. */
export async function coolingOffsOver(db: Kysely<unknown>, now: Date): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('offer')
    .select('request_id')
    .where('state', '=', 'coolingOff')
    .where('release_at', '<=', now)
    .limit(500)
    .execute()
  return rows.map((row) => row.request_id)
}
