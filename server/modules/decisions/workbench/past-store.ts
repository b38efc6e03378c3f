import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export interface SealedDecision {
  readonly id: string
  readonly request_id: string
  readonly client_id: string
  readonly inputs: Uint8Array
  readonly result: Uint8Array
}

export async function sealedDecisions(db: Db, ids: readonly string[]): Promise<SealedDecision[]> {
  const { rows } = await sql<SealedDecision>`
    select id, request_id, client_id, inputs, result from decision where id in (${sql.join([...ids])}) order by id`.execute(
    db,
  )
  return rows
}
