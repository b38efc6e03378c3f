import { type Kysely, sql } from 'kysely'
import type { Selection } from '#contract/calls/office/ruleTrials.ts'
import type { ClientSealing } from '#server/platform/client-keys.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Span } from './kinds.ts'

/** Where what is past stands, and when it was made. */
const places = { decision: 'decided_at', offer: 'created_at' } as const

/** Ids of what is asked for, up to a moment, in an order that is always the same. */
export async function pastIds(
  db: Kysely<unknown>,
  table: keyof typeof places,
  wanted: Selection,
  span: Span,
): Promise<string[]> {
  const count = wanted.kind === 'period' ? 200_000 : (wanted.count ?? 1000)
  const from = span.from ?? new Date(0)
  const made = sql.ref(places[table])
  const order = wanted.kind === 'sample' ? sql`md5(id), id` : sql`${made} desc, id desc`
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(table)} where ${made} >= ${from} and ${made} < ${span.until}
    order by ${order} limit ${count}`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/** The keys of many clients; null of one whose key was destroyed: nobody can read what it sealed any more. */
export async function keysThatAreLeft(
  { db, clientKeys }: Pick<Platform, 'db' | 'clientKeys'>,
  clients: readonly string[],
): Promise<(client: string) => ClientSealing | null> {
  try {
    return await clientKeys.ofMany(db, clients)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
  const each = new Map<string, ClientSealing | null>()
  for (const client of clients) {
    const found = await clientKeys.of(db, client).catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
    each.set(client, found)
  }
  return (client) => each.get(client) ?? null
}
