import type { Kysely } from 'kysely'
import type { RequestKey } from '../requests/index.ts'

interface DocumentTable {
  id: string
  client_id: string
  request_id: string
  kind: string
  title: string
  version: string
  sha256: string
  pdf: Uint8Array
  plain: Uint8Array
  created_at: Date
  signature_id: string | null
  signed_at: Date | null
}

export type DocumentRow = DocumentTable
export type DocumentHead = Omit<DocumentTable, 'pdf' | 'plain'>

const heads = [
  'id',
  'client_id',
  'request_id',
  'kind',
  'title',
  'version',
  'sha256',
  'created_at',
  'signature_id',
  'signed_at',
] as const

const tables = (db: Kysely<unknown>) => db.$extendTables<{ client_document: DocumentTable }>()

export async function insertDocument(db: Kysely<unknown>, row: DocumentRow): Promise<void> {
  await tables(db).insertInto('client_document').values(row).execute()
}

/** By its id alone, for the staff. */
export async function anyDocument(db: Kysely<unknown>, id: string): Promise<DocumentRow | undefined> {
  return tables(db).selectFrom('client_document').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function readDocument(
  db: Kysely<unknown>,
  request: RequestKey,
  id: string,
): Promise<DocumentRow | undefined> {
  return tables(db)
    .selectFrom('client_document')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .executeTakeFirst()
}

export async function documentsOf(db: Kysely<unknown>, request: RequestKey): Promise<DocumentHead[]> {
  return tables(db)
    .selectFrom('client_document')
    .select(heads)
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
}

export async function documentsByIds(
  db: Kysely<unknown>,
  clientId: string,
  ids: readonly string[],
): Promise<DocumentHead[]> {
  if (ids.length === 0) return []
  return tables(db)
    .selectFrom('client_document')
    .select(heads)
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}

export async function markSigned(
  db: Kysely<unknown>,
  clientId: string,
  ids: readonly string[],
  signatureId: string,
  at: Date,
): Promise<void> {
  await tables(db)
    .updateTable('client_document')
    .set({ signature_id: signatureId, signed_at: at })
    .where('client_id', '=', clientId)
    .where('id', 'in', ids)
    .execute()
}
