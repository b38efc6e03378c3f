import type { Kysely } from 'kysely'
import type { SessionTicket } from '#server/http/actors.ts'
import type { Database } from '#server/platform/database.ts'

interface ClientTable {
  id: string
  sealed: Uint8Array
  created_at: Date
  phone_changed_at: Date | null
}

/** Whose a phone is: the one place that knows it of all clients. */
interface PhoneTable {
  phone_index: Uint8Array
  client_id: string
}

interface SessionTable {
  id: string
  token_hash: Uint8Array
  client_id: string
  device: string
  created_at: Date
  seen_at: Date
  confirmed_at: Date
  ended_at: Date | null
}

interface ConsentTable {
  id: string
  client_id: string
  document: string
  version: string
  sha256: string
  given_at: Date
  withdrawn_at: Date | null
}

interface PlaceTable {
  client_id: string
  sealed: Uint8Array
  at: Date
}

export type SessionRow = SessionTable
export type ConsentRow = ConsentTable

type Tables = {
  client: ClientTable
  client_phone: PhoneTable
  session: SessionTable
  consent: ConsentTable
  place: PlaceTable
}

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** The id of a phone's client. */
export async function findClient(db: Kysely<unknown>, phoneIndexes: Buffer[]): Promise<string | undefined> {
  const row = await tables(db)
    .selectFrom('client_phone')
    .select('client_id')
    .where('phone_index', 'in', phoneIndexes)
    .executeTakeFirst()
  return row?.client_id
}

export async function readClient(db: Kysely<unknown>, id: string): Promise<ClientTable | undefined> {
  return tables(db).selectFrom('client').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Throws when the phone is another client's. */
export async function insertClient(db: Kysely<unknown>, row: ClientTable, phoneIndex: Buffer): Promise<void> {
  await tables(db).insertInto('client').values(row).execute()
  await tables(db).insertInto('client_phone').values({ phone_index: phoneIndex, client_id: row.id }).execute()
}

export async function updateClient(db: Kysely<unknown>, id: string, sealed: Buffer): Promise<void> {
  await tables(db).updateTable('client').set({ sealed }).where('id', '=', id).execute()
}

/** Throws when the phone is another client's. */
export async function updatePhone(
  db: Kysely<unknown>,
  id: string,
  row: Pick<ClientTable, 'sealed' | 'phone_changed_at'>,
  phoneIndex: Buffer,
): Promise<void> {
  await tables(db).updateTable('client').set(row).where('id', '=', id).execute()
  await tables(db).updateTable('client_phone').set({ phone_index: phoneIndex }).where('client_id', '=', id).execute()
}

export async function phoneChangedAt(db: Kysely<unknown>, id: string): Promise<Date | null> {
  const row = await tables(db).selectFrom('client').select('phone_changed_at').where('id', '=', id).executeTakeFirst()
  return row?.phone_changed_at ?? null
}

export async function insertSession(db: Kysely<unknown>, row: SessionTable): Promise<void> {
  await tables(db).insertInto('session').values(row).execute()
}

// Its columns by name: a prepared `select *` fails on the servers of the release before when a migration adds a column.
const sessionByToken = `select id, token_hash, client_id, device, created_at, seen_at, confirmed_at, ended_at from session
  where client_id = $1 and token_hash = $2 and ended_at is null`

/** Asked at every call, so it is prepared. */
export async function findSession(
  { ask }: Pick<Database, 'ask'>,
  { clientId, tokenHash }: SessionTicket,
): Promise<SessionTable | undefined> {
  const values = [clientId, tokenHash]
  const [row] = await ask<SessionTable>({ name: 'session_by_token', text: sessionByToken, values })
  return row
}

export async function findSessionWithin(
  db: Kysely<unknown>,
  { clientId, tokenHash }: SessionTicket,
): Promise<SessionTable | undefined> {
  return tables(db)
    .selectFrom('session')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

/** A session is looked for among its client's. */
type OfSession = Pick<SessionTable, 'id' | 'client_id'>
const theSession = (db: Kysely<unknown>, { id, client_id }: OfSession) =>
  tables(db).updateTable('session').where('id', '=', id).where('client_id', '=', client_id)

export async function touchSession(db: Kysely<unknown>, of: OfSession, at: Date): Promise<void> {
  await theSession(db, of).set({ seen_at: at }).execute()
}

/** A confirmed session goes on under another token. */
export async function renewSession(db: Kysely<unknown>, of: OfSession, tokenHash: Buffer, at: Date): Promise<void> {
  await theSession(db, of).set({ token_hash: tokenHash, confirmed_at: at }).execute()
}

/** Ends a session of a client. Answers whether there was one. */
export async function endSession(db: Kysely<unknown>, of: OfSession, at: Date): Promise<boolean> {
  const result = await theSession(db, of).set({ ended_at: at }).where('ended_at', 'is', null).executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Ends all sessions of a client but one; answers their ids. */
export async function endSessionsOf(
  db: Kysely<unknown>,
  clientId: string,
  at: Date,
  but: string | null,
): Promise<string[]> {
  const query = tables(db)
    .updateTable('session')
    .set({ ended_at: at })
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .returning('id')
  const rows = await (but ? query.where('id', '!=', but) : query).execute()
  return rows.map(({ id }) => id)
}

export async function liveSessions(
  db: Kysely<unknown>,
  clientId: string,
  seenAfter: Date,
  startedAfter: Date,
): Promise<SessionTable[]> {
  return tables(db)
    .selectFrom('session')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .where('seen_at', '>', seenAfter)
    .where('created_at', '>', startedAfter)
    .orderBy('seen_at', 'desc')
    .execute()
}

export async function insertConsents(db: Kysely<unknown>, rows: ConsentTable[]): Promise<void> {
  if (rows.length > 0) await tables(db).insertInto('consent').values(rows).execute()
}

export async function listConsents(db: Kysely<unknown>, clientId: string): Promise<ConsentTable[]> {
  return tables(db).selectFrom('consent').selectAll().where('client_id', '=', clientId).orderBy('given_at').execute()
}

export async function withdrawConsents(
  db: Kysely<unknown>,
  clientId: string,
  document: string,
  at: Date,
): Promise<number> {
  const result = await tables(db)
    .updateTable('consent')
    .set({ withdrawn_at: at })
    .where('client_id', '=', clientId)
    .where('document', '=', document)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function writePlace(db: Kysely<unknown>, row: PlaceTable): Promise<void> {
  await tables(db)
    .insertInto('place')
    .values(row)
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ sealed: row.sealed, at: row.at }))
    .execute()
}
