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
  request_id: string
  sealed: Uint8Array
  created_at: Date
  until: Date
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ evidence: EvidenceRow; video_digits: DigitsRow }>()

export async function insertEvidence(db: Kysely<unknown>, row: EvidenceRow): Promise<void> {
  await tables(db).insertInto('evidence').values(row).execute()
}

export const readEvidence = (db: Kysely<unknown>, id: string): Promise<EvidenceRow | undefined> =>
  tables(db).selectFrom('evidence').selectAll().where('id', '=', id).executeTakeFirst()

export const lockEvidence = (db: Kysely<unknown>, id: string): Promise<EvidenceRow | undefined> =>
  tables(db).selectFrom('evidence').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export async function updateEvidence(db: Kysely<unknown>, id: string, change: Partial<EvidenceRow>): Promise<void> {
  await tables(db).updateTable('evidence').set(change).where('id', '=', id).execute()
}

export const evidenceOf = (db: Kysely<unknown>, requestId: string): Promise<EvidenceRow[]> =>
  tables(db).selectFrom('evidence').selectAll().where('request_id', '=', requestId).orderBy('created_at').execute()

export async function deleteEvidence(db: Kysely<unknown>, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tables(db).deleteFrom('evidence').where('id', 'in', ids).execute()
}

/** Uploads that were begun before a moment and never finished, refused ones, and papers that bear out nothing. */
export const forgotten = (db: Kysely<unknown>, before: Date): Promise<{ id: string }[]> =>
  tables(db)
    .selectFrom('evidence')
    .select('id')
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

export const readDigits = (db: Kysely<unknown>, id: string): Promise<DigitsRow | undefined> =>
  tables(db).selectFrom('video_digits').selectAll().where('id', '=', id).executeTakeFirst()
