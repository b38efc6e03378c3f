import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export interface TypedRow {
  readonly request_id: string
  readonly client_id: string
  readonly staff_id: string
  readonly sealed: Buffer
  readonly at: Date
}

/** What everybody has typed about a request. */
export async function readTyped(db: Db, requestId: string): Promise<TypedRow[]> {
  const { rows } = await sql<TypedRow>`select * from review_typed where request_id = ${requestId} order by at`.execute(
    db,
  )
  return rows
}

export async function writeTyped(db: Db, { request_id, client_id, staff_id, sealed, at }: TypedRow): Promise<void> {
  await sql`insert into review_typed (request_id, client_id, staff_id, sealed, at)
    values (${request_id}, ${client_id}, ${staff_id}, ${sealed}, ${at})
    on conflict (request_id, staff_id, client_id) do update set sealed = excluded.sealed, at = excluded.at`.execute(db)
}

export async function deleteTyped(db: Db, requestId: string, staffId: string): Promise<void> {
  await sql`delete from review_typed where request_id = ${requestId} and staff_id = ${staffId}`.execute(db)
}
