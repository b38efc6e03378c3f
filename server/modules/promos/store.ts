import { type Generated, type Kysely, type Selectable, sql } from 'kysely'
import { lockName } from '#server/platform/locks.ts'
import type { RequestKey } from '../requests/index.ts'

interface UseTable {
  request_id: string
  client_id: string
  product: string
  code: string
  at: Date
  /** Whoever asked first has the lower one. */
  turn: Generated<number>
}
export type UseRow = Selectable<UseTable>

const tables = (db: Kysely<unknown>) => db.$extendTables<{ promo_use: UseTable }>()

/** Makes others who want the same code wait until the transaction ends. */
export async function lockCode(db: Kysely<unknown>, code: string): Promise<void> {
  await lockName(db, `promo ${code}`)
}

export async function readUse(db: Kysely<unknown>, request: RequestKey): Promise<UseRow | undefined> {
  return tables(db)
    .selectFrom('promo_use')
    .selectAll()
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .executeTakeFirst()
}

export async function insertUse(db: Kysely<unknown>, row: Omit<UseRow, 'turn'>): Promise<void> {
  await tables(db).insertInto('promo_use').values(row).execute()
}

export async function deleteUse(db: Kysely<unknown>, request: RequestKey): Promise<void> {
  await tables(db)
    .deleteFrom('promo_use')
    .where('request_id', '=', request.id)
    .where('client_id', '=', request.client_id)
    .execute()
}

/** How many requests that did not come to nothing held a code before another one (`turn`; null: at all): in all, of these accounts, and since the day began. */
export async function usesBefore(
  db: Kysely<unknown>,
  { product, code }: { product: string; code: string },
  given: { turn: number | null; requestId: string; clientIds: readonly string[]; dayFrom: Date },
): Promise<{ all: number; person: number; day: number }> {
  const mine = given.clientIds.length > 0 ? sql`promo_use.client_id in (${sql.join([...given.clientIds])})` : sql`false`
  const { rows } = await sql<{ all: number; person: number; day: number }>`
    select count(*)::int as all, (count(*) filter (where ${mine}))::int as person,
      (count(*) filter (where promo_use.at >= ${given.dayFrom}))::int as day
    from promo_use join request on request.id = promo_use.request_id
    where promo_use.product = ${product} and promo_use.code = ${code} and request.state <> 'Rejected'
      and promo_use.request_id <> ${given.requestId}
      ${given.turn === null ? sql`` : sql`and promo_use.turn < ${given.turn}`}`.execute(db)
  return rows[0] ?? { all: 0, person: 0, day: 0 }
}
