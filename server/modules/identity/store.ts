import type { Kysely } from 'kysely'
import type { IdentityBasis, IdentityLevel, IdentityPurpose } from '#contract/person/identity.ts'

type Db = Kysely<unknown>

/** What became of an attempt, for the same browser asking again. Names nobody. */
export type Outcome =
  | { readonly result: 'signedIn' | 'newcomer' | 'filled'; readonly screen: string }
  | { readonly refused: string }
  | { readonly away: true }

export interface AttemptRow {
  state_hash: string
  provider: string
  purpose: IdentityPurpose
  binding: string
  client_id: string | null
  request_id: string | null
  screen: string
  sealed: Uint8Array
  until: Date
  taken_at: Date | null
  outcome: Outcome | null
  result: Uint8Array | null
  at: Date
}

export interface RecordRow {
  id: string
  client_id: string
  request_id: string | null
  provider: string
  level: IdentityLevel
  basis: readonly IdentityBasis[]
  evidence: string
  at: Date
  good_until: Date
  sealed: Uint8Array
}

export interface LinkRow {
  id: string
  client_id: string
  provider: string
  since: Date
}

const tables = (db: Db) =>
  db.$extendTables<{
    identity_attempt: Omit<AttemptRow, 'outcome'> & { outcome: string | null }
    identity_record: Omit<RecordRow, 'basis'> & { basis: string }
    identity_evidence: Pick<RecordRow, 'evidence' | 'client_id'>
    identity_link: LinkRow
  }>()

export async function insertAttempt(db: Db, row: Omit<AttemptRow, 'taken_at' | 'outcome' | 'result'>): Promise<void> {
  await tables(db).insertInto('identity_attempt').values(row).execute()
}

/** Takes an attempt if it is this browser's, is not over and nobody has: of many at once one gets it. */
export async function takeAttempt(
  db: Db,
  {
    stateHash,
    provider,
    bindings,
    now,
  }: { stateHash: string; provider: string; bindings: readonly string[]; now: Date },
): Promise<AttemptRow | undefined> {
  const row = await tables(db)
    .updateTable('identity_attempt')
    .set({ taken_at: now })
    .where('state_hash', '=', stateHash)
    .where('provider', '=', provider)
    .where('binding', 'in', bindings)
    .where('taken_at', 'is', null)
    .where('until', '>', now)
    .returningAll()
    .executeTakeFirst()
  return row as unknown as AttemptRow | undefined
}

export async function readAttempt(db: Db, stateHash: string): Promise<AttemptRow | undefined> {
  const query = tables(db).selectFrom('identity_attempt').selectAll().where('state_hash', '=', stateHash)
  return (await query.executeTakeFirst()) as unknown as AttemptRow | undefined
}

export async function endAttempt(
  db: Db,
  stateHash: string,
  outcome: Outcome,
  waiting?: { readonly result: Uint8Array; readonly until: Date },
): Promise<void> {
  await tables(db)
    .updateTable('identity_attempt')
    .set({ outcome: JSON.stringify(outcome), ...waiting })
    .where('state_hash', '=', stateHash)
    .execute()
}

/** What waits for somebody to sign in with this browser; given out once. */
export async function takeResult(db: Db, bindings: readonly string[], now: Date): Promise<AttemptRow | undefined> {
  const found = await tables(db)
    .selectFrom('identity_attempt')
    .selectAll()
    .where('binding', 'in', bindings)
    .where('result', 'is not', null)
    .where('until', '>', now)
    .orderBy('at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!found) return undefined
  await tables(db)
    .updateTable('identity_attempt')
    .set({ result: null })
    .where('binding', 'in', bindings)
    .where('result', 'is not', null)
    .execute()
  return found as unknown as AttemptRow
}

export async function deleteAttempts(db: Db, before: Date): Promise<void> {
  await tables(db).deleteFrom('identity_attempt').where('at', '<', before).execute()
}

/** Answers whether nothing rests on this evidence yet. */
export async function insertRecord(db: Db, row: RecordRow): Promise<boolean> {
  const fresh = await tables(db)
    .insertInto('identity_evidence')
    .values({ evidence: row.evidence, client_id: row.client_id })
    .onConflict((conflict) => conflict.column('evidence').doNothing())
    .executeTakeFirst()
  if (fresh.numInsertedOrUpdatedRows !== 1n) return false
  await tables(db)
    .insertInto('identity_record')
    .values({ ...row, basis: JSON.stringify(row.basis) })
    .execute()
  return true
}

/** Newest first. */
export async function recordsOf(db: Db, clientIds: readonly string[]): Promise<RecordRow[]> {
  const query = tables(db).selectFrom('identity_record').selectAll().where('client_id', 'in', clientIds)
  return (await query.orderBy('at', 'desc').orderBy('id', 'desc').limit(50).execute()) as unknown as RecordRow[]
}

export const linksOf = (db: Db, clientIds: readonly string[]): Promise<LinkRow[]> =>
  clientIds.length === 0
    ? Promise.resolve([])
    : tables(db).selectFrom('identity_link').selectAll().where('client_id', 'in', clientIds).orderBy('since').execute()

export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await tables(db)
    .insertInto('identity_link')
    .values(row)
    .onConflict((conflict) => conflict.columns(['client_id', 'provider']).doNothing())
    .execute()
}

export async function deleteLink(db: Db, clientId: string, id: string): Promise<LinkRow | undefined> {
  return tables(db)
    .deleteFrom('identity_link')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .returningAll()
    .executeTakeFirst()
}
