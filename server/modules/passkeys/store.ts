import type { Kysely } from 'kysely'

export type OwnerKind = 'client' | 'staff'

export interface PasskeyRow {
  /** The credential's id, base64url. */
  id: string
  owner_kind: OwnerKind
  owner_id: string
  public_key: Uint8Array
  /** As the key last told it; 0 where keys do not count. */
  counter: number
  /** Names of WebAuthn, with commas. */
  transports: string
  device: string
  created_at: Date
  used_at: Date | null
}

interface ChallengeTable {
  hash: Uint8Array
  purpose: string
  binding: Uint8Array
  until: Date
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ passkey: PasskeyRow; passkey_challenge: ChallengeTable }>()

export async function insertChallenge(db: Kysely<unknown>, row: ChallengeTable): Promise<void> {
  await tables(db).insertInto('passkey_challenge').values(row).execute()
}

/** Spends a challenge: of many at once one gets it. */
export async function takeChallenge(db: Kysely<unknown>, hash: Buffer): Promise<ChallengeTable | undefined> {
  return tables(db).deleteFrom('passkey_challenge').where('hash', '=', hash).returningAll().executeTakeFirst()
}

export async function deleteChallenges(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('passkey_challenge').where('until', '<', before).execute()
}

/** Answers whether the key was unknown. */
export async function insertPasskey(db: Kysely<unknown>, row: PasskeyRow): Promise<boolean> {
  const made = await tables(db)
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return made.length === 1
}

export const passkeysOf = (db: Kysely<unknown>, kind: OwnerKind, ownerId: string): Promise<PasskeyRow[]> =>
  tables(db)
    .selectFrom('passkey')
    .selectAll()
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at')
    .execute()

export const lockPasskey = (db: Kysely<unknown>, kind: OwnerKind, id: string): Promise<PasskeyRow | undefined> =>
  tables(db)
    .selectFrom('passkey')
    .selectAll()
    .where('id', '=', id)
    .where('owner_kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()

export async function notePasskeyUse(db: Kysely<unknown>, id: string, counter: number, at: Date): Promise<void> {
  await tables(db).updateTable('passkey').set({ counter, used_at: at }).where('id', '=', id).execute()
}

export async function deletePasskey(
  db: Kysely<unknown>,
  kind: OwnerKind,
  ownerId: string,
  id: string,
): Promise<boolean> {
  const { numDeletedRows } = await tables(db)
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('owner_kind', '=', kind)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}
