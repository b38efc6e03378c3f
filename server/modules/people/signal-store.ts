import { type Kysely, sql } from 'kysely'
import { type WeakKind, weakKinds } from '#contract/person/keys.ts'

type Db = Kysely<unknown>

export interface Shared {
  readonly kind: WeakKind
  readonly client_id: string
  readonly since: Date
}

/** So many sharers of each kind tell enough: an employer's phone may be thousands'. */
const most = 50

/** Accounts that share a weak key with one account and are not among those of its person; since when both have it. */
export async function sharedWith(db: Db, clientId: string, person: readonly string[]): Promise<Shared[]> {
  const found: Shared[] = []
  for (const kind of weakKinds) {
    const { rows } = await sql<Shared>`
      select ${kind}::text as kind, other.client_id, min(greatest(mine.since, other.since)) as since
      from person_key mine join person_key other on other.kind = mine.kind and other.blind = mine.blind
      where mine.client_id = ${clientId} and mine.kind = ${kind} and other.client_id not in (${sql.join([...person])})
      group by other.client_id order by since limit ${most}`.execute(db)
    found.push(...rows)
  }
  return found
}

export async function crossingSince(db: Db, clientId: string): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date }>`select since from person_crossing where client_id = ${clientId}`.execute(
    db,
  )
  return rows[0]?.since
}

/** Since when a person has more than one account: the second one's day. */
export async function secondSince(db: Db, accounts: readonly string[]): Promise<Date> {
  const { rows } = await sql<{ created_at: Date }>`select created_at from client
    where id in (${sql.join([...accounts])}) order by created_at, id limit 1 offset 1`.execute(db)
  return rows[0]?.created_at ?? new Date(0)
}
