import type { Kysely } from 'kysely'
import type { ClientDocument } from '../documents/index.ts'
import type { RequestKey } from '../requests/index.ts'
import type { SigningPurpose } from './record.ts'

interface PackageTable {
  id: string
  request_id: string
  client_id: string
  session_id: string
  purpose: string
  documents: unknown
  terms: unknown
  hash: string
  request_version: number
  message_id: string
  frozen_at: Date
  sent_at: Date
  used_at: Date | null
  used_code: string | null
}

export type PackageRow = Omit<PackageTable, 'documents' | 'terms' | 'purpose'> & {
  purpose: SigningPurpose
  documents: readonly ClientDocument[]
  terms: Record<string, unknown>
}

interface SignatureTable {
  id: string
  client_id: string
  /** Null: the lender's own seal. */
  package_id: string | null
  request_id: string
  purpose: string
  record: Uint8Array
  signed_at: Date
}
export type SignatureRow = SignatureTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ signing_package: PackageTable; signature: SignatureTable }>()

export async function insertPackage(db: Kysely<unknown>, row: PackageRow): Promise<void> {
  await tables(db)
    .insertInto('signing_package')
    .values({ ...row, documents: JSON.stringify(row.documents), terms: JSON.stringify(row.terms) })
    .execute()
}

/** A package of a request. */
export async function readPackage(
  db: Kysely<unknown>,
  request: RequestKey,
  id: string,
): Promise<PackageRow | undefined> {
  const row = await tables(db)
    .selectFrom('signing_package')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .executeTakeFirst()
  return row as PackageRow | undefined
}

/** The last package frozen for a purpose of a request. */
export async function lastPackage(
  db: Kysely<unknown>,
  request: RequestKey,
  purpose: SigningPurpose,
): Promise<PackageRow | undefined> {
  const row = await tables(db)
    .selectFrom('signing_package')
    .selectAll()
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .where('purpose', '=', purpose)
    .orderBy('frozen_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row as PackageRow | undefined
}

/** `code`: a keyed hash of the one that was entered. */
export async function spendPackage(
  db: Kysely<unknown>,
  { id, client_id }: Pick<PackageRow, 'id' | 'client_id'>,
  at: Date,
  code: string,
): Promise<void> {
  await tables(db)
    .updateTable('signing_package')
    .set({ used_at: at, used_code: code })
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .execute()
}

export async function insertSignature(db: Kysely<unknown>, row: SignatureRow): Promise<void> {
  await tables(db).insertInto('signature').values(row).execute()
}

export async function readSignature(
  db: Kysely<unknown>,
  clientId: string,
  id: string,
): Promise<SignatureRow | undefined> {
  return tables(db)
    .selectFrom('signature')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .executeTakeFirst()
}
