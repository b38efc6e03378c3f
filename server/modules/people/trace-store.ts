import { type Kysely, sql } from 'kysely'
import type { TraceKind } from '#contract/person/signals.ts'

type Db = Kysely<unknown>

/** What came with a request when it was sent; `blind`: the blind index in hexadecimal digits. */
export interface TraceRow {
  request_id: string
  client_id: string
  kind: TraceKind
  blind: string
  at: Date
}

const tables = (db: Db) => db.$extendTables<{ request_trace: TraceRow }>()

/** A request that is sent again has the traces of the last time too. */
export async function insertTraces(db: Db, rows: readonly TraceRow[]): Promise<void> {
  if (rows.length > 0)
    await tables(db)
      .insertInto('request_trace')
      .values([...rows])
      .onConflict((conflict) => conflict.columns(['request_id', 'kind', 'blind', 'client_id']).doNothing())
      .execute()
}

export interface Crowd {
  readonly client_id: string
  /** When the later of both was sent. */
  readonly since: Date
}

/** More of them tell nothing more. */
const most = 50

/**
 * Accounts outside of a person whose requests had the same trace, sent within some hours of one of the person's; without hours, ever. A request of
 * long ago speaks no more of a crowd: only the person's own since `from` are looked at.
 */
export async function crowdOf(
  db: Db,
  person: readonly string[],
  kind: TraceKind,
  { hours, from }: { readonly hours?: number; readonly from?: Date } = {},
): Promise<Crowd[]> {
  const near = hours
    ? sql`and other.at between mine.at - make_interval(hours => ${hours}) and mine.at + make_interval(hours => ${hours})`
    : sql``
  const late = from ? sql`and mine.at >= ${from}` : sql``
  const { rows } = await sql<Crowd>`
    select other.client_id, min(greatest(mine.at, other.at)) as since
    from request_trace mine join request_trace other on other.kind = mine.kind and other.blind = mine.blind
    where mine.client_id in (${sql.join([...person])}) and mine.kind = ${kind} ${late}
      and other.client_id not in (${sql.join([...person])}) ${near}
    group by other.client_id order by since limit ${most}`.execute(db)
  return rows
}

export interface Refusal {
  readonly until: string
  readonly at: Date
}

/** Refusals of a person, by whatever account, whose pause runs on a day, the last one first. */
export async function refusalsOf(db: Db, person: readonly string[], today: string): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    select shown->'rejection'->>'comeBackOn' as until, updated_at as at from request
    where client_id in (${sql.join([...person])}) and type = 'loan' and state = 'Rejected'
      and shown->'rejection'->>'comeBackOn' > ${today}
    order by until desc limit 50`.execute(db)
  return rows
}

export interface SamePhoto {
  readonly client_id: string
  readonly step: number
  readonly other_step: number
  readonly likeness: number
  readonly since: Date
}

/** Photos of a person's documents that are other persons' too, the most alike first. */
export async function samePhotos(db: Db, person: readonly string[]): Promise<SamePhoto[]> {
  const { rows } = await sql<SamePhoto>`
    select theirs.client_id, mine.step, theirs.step as other_step, likeness, photo_match.at as since
    from photo_print mine join photo_match on mine.file_id in (photo_match.one, photo_match.other)
    join photo_print theirs on theirs.file_id in (photo_match.one, photo_match.other) and theirs.file_id <> mine.file_id
    where mine.client_id in (${sql.join([...person])}) and theirs.client_id not in (${sql.join([...person])})
    order by likeness desc, photo_match.at limit ${most}`.execute(db)
  return rows
}

export interface ChangesRow {
  request_id: string
  client_id: string
  changes: number
  sealed: Uint8Array
  at: Date
}

const changed = (db: Db) => db.$extendTables<{ answer_change: ChangesRow }>()

/** Keeps what was changed; of a request sent again the last word. */
export async function keepChanges(db: Db, row: ChangesRow): Promise<void> {
  const { request_id: _request, client_id: _client, ...rest } = row
  await changed(db)
    .insertInto('answer_change')
    .values(row)
    .onConflict((conflict) => conflict.columns(['request_id', 'client_id']).doUpdateSet(rest))
    .execute()
}

/** What a person's last request changed of the refused one before it. */
export async function lastChanges(db: Db, person: readonly string[]): Promise<ChangesRow | undefined> {
  return changed(db)
    .selectFrom('answer_change')
    .selectAll()
    .where('client_id', 'in', person)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
}
