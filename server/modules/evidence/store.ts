import type { Kysely } from 'kysely'

export type EvidenceState = 'receiving' | 'stored' | 'refused'

/** One photo or video: what was announced, and what the server found. */
export interface EvidenceRow {
  id: string
  client_id: string
  request_id: string
  step: number
  kind: string
  /** Bytes announced. */
  size: number
  state: EvidenceState
  refusal: string | null
  /** Of the stored bytes. */
  type: string | null
  sha256: string | null
  stored_size: number | null
  duration_ms: number | null
  digits_id: string | null
  created_at: Date
  stored_at: Date | null
  accepted_at: Date | null
}

interface DigitsRow {
  id: string
  client_id: string
  request_id: string
  sealed: Uint8Array
  created_at: Date
  until: Date
}

const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{
    evidence: EvidenceRow
    evidence_id: Pick<EvidenceRow, 'id' | 'client_id'>
    video_digits: DigitsRow
  }>()

/** Adds a file; false where the id is that of another, whoever's it is. */
export async function insertEvidence(db: Kysely<unknown>, row: EvidenceRow): Promise<boolean> {
  const { id, client_id } = row
  const taken = await tables(db)
    .insertInto('evidence_id')
    .values({ id, client_id })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (taken.numInsertedOrUpdatedRows !== 1n) return false
  await tables(db).insertInto('evidence').values(row).execute()
  return true
}

/** A file, and whose it is. */
type Owned = Pick<EvidenceRow, 'id' | 'client_id'>

/** By its id alone, for the staff. */
export const anyEvidence = (db: Kysely<unknown>, id: string): Promise<EvidenceRow | undefined> =>
  tables(db).selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst()

const one = (db: Kysely<unknown>, { id, client_id }: Owned) =>
  tables(db).selectFrom('evidence').selectAll().where('id', '=', id).where('client_id', '=', client_id)

export const readEvidence = (db: Kysely<unknown>, of: Owned): Promise<EvidenceRow | undefined> =>
  one(db, of).executeTakeFirst()

export const lockEvidence = (db: Kysely<unknown>, of: Owned): Promise<EvidenceRow | undefined> =>
  one(db, of).forUpdate().executeTakeFirst()

export async function updateEvidence(
  db: Kysely<unknown>,
  { id, client_id }: Owned,
  change: Partial<EvidenceRow>,
): Promise<void> {
  await tables(db).updateTable('evidence').set(change).where('id', '=', id).where('client_id', '=', client_id).execute()
}

/** The files of a request. */
export const evidenceOf = (db: Kysely<unknown>, request: Owned): Promise<EvidenceRow[]> =>
  tables(db)
    .selectFrom('evidence')
    .selectAll()
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .orderBy('created_at')
    .execute()

export async function deleteEvidence(db: Kysely<unknown>, rows: readonly Owned[]): Promise<void> {
  for (const [client, files] of Map.groupBy(rows, ({ client_id }) => client_id)) {
    const ids = files.map(({ id }) => id)
    await tables(db).deleteFrom('evidence').where('id', 'in', ids).where('client_id', '=', client).execute()
    await tables(db).deleteFrom('evidence_id').where('id', 'in', ids).execute()
  }
}

/** Uploads that were begun before a moment and never finished, refused ones, and papers that bear out nothing. */
export const forgotten = (db: Kysely<unknown>, before: Date): Promise<Owned[]> =>
  tables(db)
    .selectFrom('evidence')
    .select(['id', 'client_id'])
    .where(({ eb, and, or }) =>
      or([eb('state', '!=', 'stored'), and([eb('kind', '=', 'paper'), eb('accepted_at', 'is', null)])]),
    )
    .where('created_at', '<', before)
    .execute()

async function among(db: Kysely<unknown>, ids: readonly string[], state: EvidenceState): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await tables(db)
    .selectFrom('evidence')
    .select('id')
    .where('id', 'in', ids)
    .where('state', '=', state)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Which of the ids have bytes in the store. */
export const storedAmong = (db: Kysely<unknown>, ids: readonly string[]) => among(db, ids, 'stored')

/** Which of the ids are still coming. */
export const receivingAmong = (db: Kysely<unknown>, ids: readonly string[]) => among(db, ids, 'receiving')

export async function insertDigits(db: Kysely<unknown>, row: DigitsRow): Promise<void> {
  await tables(db).insertInto('video_digits').values(row).execute()
}

export const readDigits = (
  db: Kysely<unknown>,
  { id, client_id }: Pick<DigitsRow, 'id' | 'client_id'>,
): Promise<DigitsRow | undefined> =>
  tables(db)
    .selectFrom('video_digits')
    .selectAll()
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
