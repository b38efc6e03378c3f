import { type Kysely, sql } from 'kysely'

export interface SealedOffer {
  readonly id: string
  readonly request_id: string
  readonly client_id: string
  readonly content: Uint8Array
  readonly priced_on: string
  readonly tariffs: string | null
}

export async function sealedOffers(db: Kysely<unknown>, ids: readonly string[]): Promise<SealedOffer[]> {
  const { rows } = await sql<SealedOffer>`
    select id, request_id, client_id, content, priced_on, tariffs from offer
    where id in (${sql.join([...ids])}) order by id`.execute(db)
  return rows
}
