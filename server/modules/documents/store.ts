import type { Kysely } from 'kysely'

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

export async function readDocument(db: Kysely<unknown>, id: string): Promise<DocumentRow | undefined> {
  return tables(db).selectFrom('client_document').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function documentsOf(db: Kysely<unknown>, requestId: string): Promise<DocumentHead[]> {
  return tables(db)
    .selectFrom('client_document')
    .select(heads)
    .where('request_id', '=', requestId)
    .orderBy('created_at')
    .orderBy('kind')
    .execute()
}

export async function documentsByIds(db: Kysely<unknown>, ids: readonly string[]): Promise<DocumentHead[]> {
  if (ids.length === 0) return []
  return tables(db).selectFrom('client_document').select(heads).where('id', 'in', ids).execute()
}

export async function markSigned(
  db: Kysely<unknown>,
  ids: readonly string[],
  signatureId: string,
  at: Date,
): Promise<void> {
  await tables(db)
    .updateTable('client_document')
    .set({ signature_id: signatureId, signed_at: at })
    .where('id', 'in', ids)
    .execute()
}
