import { type Kysely, sql } from 'kysely'
import { signedStates } from '#contract/life.ts'
import { type KeyKind, strongKinds } from '#contract/person/keys.ts'
import { lockName } from '#server/platform/locks.ts'

interface KeyTable {
  id: string
  client_id: string
  kind: KeyKind
  /** The blind index of the value, in hexadecimal digits. */
  blind: string
  sealed: Uint8Array
  since: Date
}
export type KeyRow = KeyTable

export interface BlindKey {
  readonly kind: KeyKind
  readonly blind: string
}

const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{ person_key: KeyTable; person_crossing: { client_id: string; since: Date } }>()

const strong = sql.join(strongKinds.map((kind) => sql.lit(kind)))

/** Adds a key of an account, once. */
export async function insertKey(db: Kysely<unknown>, row: KeyRow): Promise<void> {
  await tables(db)
    .insertInto('person_key')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'blind', 'client_id']).doNothing())
    .execute()
}

/** Accounts that have a key, under the present index or a former one. */
export async function ownersOf(db: Kysely<unknown>, kind: KeyKind, blinds: readonly string[]): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('person_key')
    .select('client_id')
    .distinct()
    .where('kind', '=', kind)
    .where('blind', 'in', blinds)
    .execute()
  return rows.map(({ client_id }) => client_id)
}

/**
 * Every account of the person behind one of them, the given one among them: those that share a strong key, directly or through
 * others, and those the staff joined; not those the staff parted. An account whose keys point to two persons is counted
 * to both, and joins neither to the other.
 */
export async function accountsWith(db: Kysely<unknown>, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive person (id) as (
      select ${clientId}::text
      union
      select next.id from person cross join lateral (
        select other.client_id as id from person_key mine
        join person_key other on other.kind = mine.kind and other.blind = mine.blind and other.client_id <> mine.client_id
        where mine.client_id = person.id and mine.kind in (${strong})
          and (person.id = ${clientId} or not exists (select from person_crossing where client_id = person.id))
          and not exists (select from person_link where says = 'parted' and state = 'standing'
            and ((one = mine.client_id and person_link.other = other.client_id)
              or (one = other.client_id and person_link.other = mine.client_id)))
        union all
        select case when one = person.id then other else one end from person_link
        where (one = person.id or other = person.id) and says = 'joined' and state = 'standing'
      ) as next
    ) select id from person order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The strong keys of some accounts. */
export async function strongKeysOf(db: Kysely<unknown>, clientIds: readonly string[]): Promise<BlindKey[]> {
  if (clientIds.length === 0) return []
  return tables(db)
    .selectFrom('person_key')
    .select(['kind', 'blind'])
    .distinct()
    .where('client_id', 'in', clientIds)
    .where('kind', 'in', [...strongKinds])
    .execute()
}

/** Makes others who lock one of these names wait until the transaction ends, on every server. In one order for everybody, so that no two wait for each other. */
export async function lockNames(db: Kysely<unknown>, names: readonly string[]): Promise<void> {
  for (const name of [...new Set(names)].sort()) await lockName(db, `person ${name}`)
}

export async function markCrossing(db: Kysely<unknown>, clientId: string, since: Date): Promise<void> {
  await tables(db)
    .insertInto('person_crossing')
    .values({ client_id: clientId, since })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute()
}

export async function clearCrossing(db: Kysely<unknown>, clientIds: readonly string[]): Promise<void> {
  await tables(db).deleteFrom('person_crossing').where('client_id', 'in', clientIds).execute()
}

/** Contracts these accounts have signed, running or ended, but for one request; with `since`, those signed after it and those whose money is still to go. */
export async function countContracts(
  db: Kysely<unknown>,
  clientIds: readonly string[],
  { except, since }: { readonly except: string; readonly since?: Date },
): Promise<number> {
  if (clientIds.length === 0) return 0
  const later = since
    ? sql`and (state in ('Cooldown', 'Payout')
        or exists (select from offer where offer.request_id = request.id and signed_at >= ${since}))`
    : sql``
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from request
    where client_id in (${sql.join([...clientIds])}) and type = 'loan' and state in (${sql.join(signedStates)})
      and id <> ${except} ${later}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Whether one of these accounts has money of ours or is about to get it. */
export async function anyRunning(db: Kysely<unknown>, clientIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from request
    where client_id in (${sql.join([...clientIds])}) and type = 'loan' and (state in ('Cooldown', 'Payout')
      or exists (select from loan where loan.request_id = request.id and loan.state = 'running')) limit 1`.execute(db)
  return rows.length > 0
}

/** Whether each of these ids is an account's. */
export async function areAccounts(db: Kysely<unknown>, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from client where id in (${sql.join([...ids])})`.execute(db)
  return rows[0]?.count === ids.length
}

export const keyPlace = (id: string) => ({ table: 'person_key', id })

/** The passports an account has had, the last one first. */
export async function passportsOf(db: Kysely<unknown>, clientId: string): Promise<KeyRow[]> {
  return tables(db)
    .selectFrom('person_key')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('kind', '=', 'passport')
    .orderBy('since', 'desc')
    .orderBy('id', 'desc')
    .execute()
}
