import { type Kysely, sql } from 'kysely'
import type { Scope } from '#contract/machine/scopes.ts'

/** What a client is given, as it is kept; `until` is the last day. */
export interface Given {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly addresses: readonly string[]
  readonly rate: number
  readonly until: string | null
  readonly jwks: { readonly keys: readonly object[] } | null
}

export interface Wish {
  readonly kind: 'make' | 'change' | 'secret' | 'end'
  readonly by: string
  readonly at: string
  readonly change?: Given
  readonly secretId?: string
}

interface ClientTable {
  id: string
  name: string
  state: 'asked' | 'active' | 'stopped' | 'ended'
  scopes: unknown
  addresses: unknown
  rate: number
  /** Its last day. */
  until: string | null
  jwks: unknown
  wish: unknown
  created_by: string
  created_at: Date
  ended_at: Date | null
}

export interface ClientRow extends Omit<ClientTable, 'scopes' | 'addresses' | 'jwks' | 'wish'> {
  readonly scopes: readonly Scope[]
  readonly addresses: readonly string[]
  readonly jwks: Given['jwks']
  readonly wish: Wish | null
}

interface SecretTable {
  id: string
  client_id: string
  /** SHA-256: of 256 random bits nothing can be guessed back. */
  hash: Uint8Array
  open: boolean
  made_at: Date
  ended_at: Date | null
}
export type SecretRow = SecretTable

interface TokenTable {
  hash: Uint8Array
  client_id: string
  secret_id: string | null
  scopes: unknown
  until: Date
}

type Tables = {
  machine_client: ClientTable
  machine_secret: SecretTable
  machine_token: TokenTable
  machine_assertion: { client_id: string; jti: string; until: Date }
  machine_use: { client_id: string; day: string; call: string; calls: number; last_at: Date }
}

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()
const typed = (row: ClientTable | undefined) => row as ClientRow | undefined

const json = ({ scopes, addresses, jwks, wish, ...rest }: Partial<ClientRow>) => ({
  ...rest,
  ...(scopes && { scopes: JSON.stringify(scopes) }),
  ...(addresses && { addresses: JSON.stringify(addresses) }),
  ...(jwks !== undefined && { jwks: jwks && JSON.stringify(jwks) }),
  ...(wish !== undefined && { wish: wish && JSON.stringify(wish) }),
})

export async function insertClient(db: Kysely<unknown>, row: ClientRow): Promise<void> {
  await tables(db)
    .insertInto('machine_client')
    .values(json(row) as ClientTable)
    .execute()
}

export async function updateClient(db: Kysely<unknown>, id: string, change: Partial<ClientRow>): Promise<void> {
  await tables(db).updateTable('machine_client').set(json(change)).where('id', '=', id).execute()
}

export const readClient = async (db: Kysely<unknown>, id: string): Promise<ClientRow | undefined> =>
  typed(await tables(db).selectFrom('machine_client').selectAll().where('id', '=', id).executeTakeFirst())

export const lockClient = async (db: Kysely<unknown>, id: string): Promise<ClientRow | undefined> =>
  typed(await tables(db).selectFrom('machine_client').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

export async function listClients(db: Kysely<unknown>): Promise<ClientRow[]> {
  const rows = await tables(db).selectFrom('machine_client').selectAll().orderBy('created_at').limit(500).execute()
  return rows as ClientRow[]
}

export async function insertSecret(db: Kysely<unknown>, row: SecretRow): Promise<void> {
  await tables(db).insertInto('machine_secret').values(row).execute()
}

/** Secrets that were not ended, oldest first. */
export const secretsOf = (db: Kysely<unknown>, clientIds: readonly string[]): Promise<SecretRow[]> =>
  clientIds.length === 0
    ? Promise.resolve([])
    : tables(db)
        .selectFrom('machine_secret')
        .selectAll()
        .where('client_id', 'in', clientIds)
        .where('ended_at', 'is', null)
        .orderBy('made_at')
        .execute()

export async function openSecret(db: Kysely<unknown>, id: string): Promise<void> {
  await tables(db).updateTable('machine_secret').set({ open: true }).where('id', '=', id).execute()
}

/** Ends a secret with the tokens it brought; false when there is none such. */
export async function endSecret(db: Kysely<unknown>, clientId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(db)
    .updateTable('machine_secret')
    .set({ ended_at: at, open: false })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  await tables(db).deleteFrom('machine_token').where('secret_id', '=', id).execute()
  return numUpdatedRows === 1n
}

export async function endTokens(db: Kysely<unknown>, clientId: string): Promise<void> {
  await tables(db).deleteFrom('machine_token').where('client_id', '=', clientId).execute()
}

export async function insertToken(
  db: Kysely<unknown>,
  { scopes, ...row }: Omit<TokenTable, 'scopes'> & { scopes: readonly Scope[] },
): Promise<void> {
  await tables(db)
    .insertInto('machine_token')
    .values({ ...row, scopes: JSON.stringify(scopes) })
    .execute()
}

/** A token that has not run out, with the client it is of. */
export async function tokenWithClient(db: Kysely<unknown>, hash: Buffer, now: Date) {
  const row = await tables(db)
    .selectFrom('machine_token as t')
    .innerJoin('machine_client as c', 'c.id', 't.client_id')
    .select(['c.id', 'c.state', 'c.addresses', 'c.rate', 'c.until', 't.scopes as granted', 'c.scopes'])
    .where('t.hash', '=', hash)
    .where('t.until', '>', now)
    .executeTakeFirst()
  return row as
    | (Pick<ClientRow, 'id' | 'state' | 'addresses' | 'rate' | 'until' | 'scopes'> & { granted: Scope[] })
    | undefined
}

/** Marks a signed assertion as used; false when it was before. */
export async function spendAssertion(
  db: Kysely<unknown>,
  clientId: string,
  jti: string,
  until: Date,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tables(db)
    .insertInto('machine_assertion')
    .values({ client_id: clientId, jti, until })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function countUse(
  db: Kysely<unknown>,
  client_id: string,
  call: string,
  day: string,
  at: Date,
): Promise<void> {
  await tables(db)
    .insertInto('machine_use')
    .values({ client_id, call, day, calls: 1, last_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'day', 'call'])
        .doUpdateSet({ calls: sql<number>`machine_use.calls + 1`, last_at: at }),
    )
    .execute()
}

/** How often each client called since a day, and when last. */
export async function usesSince(db: Kysely<unknown>, day: string) {
  const rows = await tables(db)
    .selectFrom('machine_use')
    .select(({ fn }) => ['client_id', fn.sum<number>('calls').as('calls'), fn.max('last_at').as('last_at')])
    .where('day', '>=', day)
    .groupBy('client_id')
    .execute()
  return new Map(rows.map(({ client_id, calls, last_at }) => [client_id, { calls: Number(calls), lastAt: last_at }]))
}

/** Forgets what is over: tokens, assertions, and counts older than a day. */
export async function sweepMachines(db: Kysely<unknown>, now: Date, oldest: string): Promise<void> {
  await tables(db).deleteFrom('machine_token').where('until', '<', now).execute()
  await tables(db).deleteFrom('machine_assertion').where('until', '<', now).execute()
  await tables(db).deleteFrom('machine_use').where('day', '<', oldest).execute()
}
