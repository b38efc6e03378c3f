import { type Kysely, sql } from 'kysely'
import type { KeyKind } from '#contract/person/keys.ts'

type Db = Kysely<unknown>

const ids = async (db: Db, query: ReturnType<typeof sql<{ id: string }>>): Promise<string[]> =>
  (await query.execute(db)).rows.map(({ id }) => id)

/** The client of anything that has a whole id. */
export const clientsOfId = (db: Db, id: string): Promise<string[]> =>
  ids(
    db,
    sql`select id from client where id = ${id}
      union select client_id from request where id = ${id}
      union select client_id from payout where id = ${id}
      union select client_id from loan where id = ${id}
      union select loan.client_id from payment join loan on loan.id = payment.loan_id where payment.id = ${id}`,
  )

/** The clients of requests whose id ends so. */
export const clientsOfEnd = (db: Db, end: string, limit: number): Promise<string[]> =>
  ids(db, sql`select distinct client_id as id from request where "right"(id, 8) = ${end} limit ${limit}`)

export const clientsOfContract = (db: Db, number: string): Promise<string[]> =>
  ids(db, sql`select client_id as id from contract_number where number = ${number}`)

export const clientsOfPhone = (db: Db, indexes: readonly Buffer[]): Promise<string[]> =>
  ids(db, sql`select client_id as id from client_phone where phone_index in (${sql.join([...indexes])})`)

interface KeyRow {
  readonly id: string
  readonly client_id: string
  readonly kind: KeyKind
  readonly sealed: Uint8Array
  readonly since: Date
}

/** Keys of some accounts, newest first. */
export async function keysOf(db: Db, clientIds: readonly string[]): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`select id, client_id, kind, sealed, since from person_key
    where client_id in (${sql.join([...clientIds])}) order by since desc, id limit 300`.execute(db)
  return rows
}

export async function clientsSince(db: Db, clientIds: readonly string[]): Promise<ReadonlyMap<string, Date>> {
  if (clientIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; created_at: Date }>`select id, created_at from client
    where id in (${sql.join([...clientIds])})`.execute(db)
  return new Map(rows.map(({ id, created_at }) => [id, created_at]))
}

/** How many files are kept of each request. */
export async function countFiles(db: Db, requestIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (requestIds.length === 0) return new Map()
  const { rows } = await sql<{
    request_id: string
    count: number
  }>`select request_id, count(*)::int as count from evidence
    where request_id in (${sql.join([...requestIds])}) and state = 'stored' group by request_id`.execute(db)
  return new Map(rows.map(({ request_id, count }) => [request_id, count]))
}
