import { type Kysely, sql } from 'kysely'
import type { KeyKind } from '#contract/person/keys.ts'
import { type FileList, type OwnList, ownLists } from '#contract/person/lists.ts'

type Db = Kysely<unknown>

interface EntryTable {
  id: string
  list: OwnList | Exclude<FileList, 'invalidPassports'>
  file_id: string | null
  line: number | null
  kind: KeyKind
  blind: string
  sealed: Uint8Array
  state: 'asked' | 'standing' | 'removeAsked' | 'removed'
  author: string
  at: Date
  second: string | null
  remover: string | null
  /** The last day it holds. */
  until: string | null
}
export type EntryRow = EntryTable

interface FileTable {
  id: string
  name: string
  kind: FileList
  sha256: string
  entries: number
  loaded_at: Date
  replaced_at: Date | null
  screened_at: Date | null
}
export type FileRow = FileTable

interface PassportTable {
  file_id: string
  series: string
  bits: Uint8Array
}

const tables = (db: Db) =>
  db.$extendTables<{ list_entry: EntryTable; list_file: FileTable; invalid_passport: PassportTable }>()

const own = sql.join((Object.keys(ownLists) as OwnList[]).map((list) => sql.lit(list)))

/** An entry holds from its second word on, until its removal has one too. */
const holds = (today: string) =>
  sql<boolean>`e.state in ('standing', 'removeAsked') and (e.until is null or e.until >= ${today})`

export async function insertEntries(db: Db, rows: readonly EntryRow[]): Promise<void> {
  if (rows.length > 0)
    await tables(db)
      .insertInto('list_entry')
      .values([...rows])
      .execute()
}

export async function lockEntry(db: Db, id: string): Promise<EntryRow | undefined> {
  return tables(db).selectFrom('list_entry').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateEntry(db: Db, id: string, change: Partial<EntryRow>): Promise<void> {
  await tables(db).updateTable('list_entry').set(change).where('id', '=', id).execute()
}

/** The staff's own entries that are not removed, newest first, after a place in that order. */
export async function ownEntries(db: Db, after: { at: Date; id: string } | null, limit: number): Promise<EntryRow[]> {
  const query = tables(db)
    .selectFrom('list_entry')
    .selectAll()
    .where('file_id', 'is', null)
    .where('state', '<>', 'removed')
  const rest = after ? query.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id})`) : query
  return rest.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** The lender's own lists that some keys are on. */
export async function listsOf(
  db: Db,
  keys: ReadonlyArray<{ readonly kind: KeyKind; readonly blinds: readonly string[] }>,
  today: string,
): Promise<OwnList[]> {
  if (keys.length === 0) return []
  const any = keys.map(({ kind, blinds }) => sql`(e.kind = ${kind} and e.blind in (${sql.join([...blinds])}))`)
  const { rows } = await sql<{ list: OwnList }>`select distinct e.list from list_entry e
    where e.list in (${own}) and ${holds(today)} and (${sql.join(any, sql` or `)})`.execute(db)
  return rows.map(({ list }) => list)
}

/** The lender's own lists that the accounts of a person are on. */
export async function listsOfAccounts(db: Db, clientIds: readonly string[], today: string): Promise<OwnList[]> {
  const { rows } = await sql<{ list: OwnList }>`select distinct e.list from person_key k
    join list_entry e on e.kind = k.kind and e.blind = k.blind
    where k.client_id in (${sql.join([...clientIds])}) and e.list in (${own}) and ${holds(today)}`.execute(db)
  return rows.map(({ list }) => list)
}

export interface Hit {
  readonly client_id: string
  readonly file_id: string
  readonly line: number
}

/** Entries of the current files that some accounts are like; of one file, everybody who is. */
export async function screeningHits(
  db: Db,
  whom: { readonly clientIds: readonly string[] } | { readonly fileId: string },
): Promise<Hit[]> {
  const where =
    'fileId' in whom ? sql`e.file_id = ${whom.fileId}` : sql`k.client_id in (${sql.join([...whom.clientIds])})`
  const { rows } = await sql<Hit>`select distinct k.client_id, e.file_id, e.line from list_entry e
    join person_key k on k.kind = e.kind and k.blind = e.blind
    join list_file f on f.id = e.file_id and f.replaced_at is null
    where e.list = 'screening' and ${where} order by k.client_id, e.line`.execute(db)
  return rows
}

export async function currentFiles(db: Db): Promise<FileRow[]> {
  return tables(db).selectFrom('list_file').selectAll().where('replaced_at', 'is', null).orderBy('name').execute()
}

/** Puts a file in the place of the one of its name; the entries of the former one go. */
export async function replaceFile(db: Db, row: FileRow): Promise<void> {
  const before = await tables(db)
    .updateTable('list_file')
    .set({ replaced_at: row.loaded_at })
    .where('name', '=', row.name)
    .where('replaced_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of before) {
    await tables(db).deleteFrom('list_entry').where('file_id', '=', id).execute()
    await tables(db).deleteFrom('invalid_passport').where('file_id', '=', id).execute()
  }
  await tables(db).insertInto('list_file').values(row).execute()
}

export async function noteScreened(db: Db, fileId: string, at: Date): Promise<void> {
  await tables(db).updateTable('list_file').set({ screened_at: at }).where('id', '=', fileId).execute()
}

export async function insertSeries(db: Db, row: PassportTable): Promise<void> {
  await tables(db).insertInto('invalid_passport').values(row).execute()
}

/** The current lists of invalid passports a number of ten digits is in, and since when each was loaded. */
export async function invalidIn(db: Db, number: string): Promise<{ name: string; loaded_at: Date }[]> {
  const at = Number(number.slice(4))
  const { rows } = await sql<{ name: string; loaded_at: Date }>`
    select f.name, f.loaded_at from invalid_passport p join list_file f on f.id = p.file_id and f.replaced_at is null
    where p.series = ${number.slice(0, 4)}
      and get_byte(substring(p.bits from ${(at >> 3) + 1} for 1), 0) & ${0x80 >> (at & 7)} <> 0`.execute(db)
  return rows
}

/** What of some accounts stands in the current files of ФинЦЕРТ. */
export async function fincertHits(
  db: Db,
  clientIds: readonly string[],
): Promise<{ kind: KeyKind; name: string; line: number; loaded_at: Date }[]> {
  const { rows } = await sql<{ kind: KeyKind; name: string; line: number; loaded_at: Date }>`
    select distinct e.kind, f.name, e.line, f.loaded_at from person_key k
    join list_entry e on e.kind = k.kind and e.blind = k.blind
    join list_file f on f.id = e.file_id and f.replaced_at is null
    where e.list = 'fincert' and k.client_id in (${sql.join([...clientIds])})
    order by f.loaded_at, e.line, e.kind limit 50`.execute(db)
  return rows
}
