import { type Kysely, sql } from 'kysely'
import type { SealedColumn } from './sealed-columns.ts'

type Db = Kysely<unknown>

export interface SealedRow {
  readonly keys: Readonly<Record<string, unknown>>
  readonly sealed: Uint8Array
  readonly owner: string | null
}

const batch = 100
const keysOf = ({ keys }: SealedColumn) => sql.join(keys.map((key) => sql.ref(`each.${key}`)))

/** The next values after a row that were not sealed with the key they should be sealed with. */
export async function staleValues(
  db: Db,
  column: SealedColumn,
  current: Buffer,
  after: SealedRow | null,
): Promise<SealedRow[]> {
  const value = sql.ref(`each.${column.column}`)
  const owner = sql.raw(column.owner ?? 'null::text')
  const right = column.owner
    ? sql`case when ${owner} is null then ${current} else (select key_id from client_key where client_id = ${owner}) end`
    : sql`${current}`
  // What was sealed for somebody whose key was destroyed cannot be opened, and is not to be.
  const opens = column.owner
    ? sql`and not exists (select from client_key where client_id = ${owner} and shredded_at is not null)`
    : sql``
  const later = after ? sql`and (${keysOf(column)}) > (${sql.join(column.keys.map((key) => after.keys[key]))})` : sql``
  const { rows } = await sql<Record<string, unknown>>`
    select ${keysOf(column)}, ${value} as "sealed value", ${owner} as "owner of it"
    from ${sql.table(column.table)} each
    where ${value} is not null and substring(${value} from 2 for 4) is distinct from ${right} ${opens} ${later}
    order by ${keysOf(column)} limit ${batch}`.execute(db)
  return rows.map(({ 'sealed value': sealed, 'owner of it': of, ...keys }) => ({
    keys,
    sealed: sealed as Uint8Array,
    owner: of as string | null,
  }))
}

/** Puts the new bytes in the place of the old ones, unless somebody has written others meanwhile. */
export async function replaceValue(db: Db, column: SealedColumn, row: SealedRow, sealed: Buffer): Promise<boolean> {
  const where = sql.join(
    column.keys.map((key) => sql`${sql.ref(key)} = ${row.keys[key]}`),
    sql` and `,
  )
  const name = sql.ref(column.column)
  const done = await sql`update ${sql.table(column.table)} set ${name} = ${sealed}
    where ${where} and ${name} = ${row.sealed}`.execute(db)
  return Number(done.numAffectedRows) === 1
}

/** Columns of bytes, as `table.column`: for the test that none is forgotten. */
export async function byteColumns(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

interface FileRow {
  readonly id: string
  readonly client_id: string
  readonly stored_size: number
}

export async function storedFilesAfter(db: Db, id: string): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select id, client_id, stored_size from evidence where state = 'stored' and id > ${id}
    order by id limit ${batch}`.execute(db)
  return rows
}

export async function fileIsThere(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from evidence where id = ${id} and state = 'stored'`.execute(db)
  return rows.length === 1
}

interface ClientRow {
  readonly id: string
  readonly sealed: Uint8Array
  readonly phone_index: Uint8Array
}

export async function clientsAfter(db: Db, id: string): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    select client.id, client.sealed, client_phone.phone_index from client join client_phone on client_phone.client_id = client.id
    where client.id > ${id} order by client.id limit ${batch}`.execute(db)
  return rows
}

export async function setPhoneIndex(db: Db, id: string, before: Uint8Array, index: Buffer): Promise<void> {
  await sql`update client_phone set phone_index = ${index} where client_id = ${id} and phone_index = ${before}`.execute(
    db,
  )
}

interface ReviewRow {
  readonly request_id: string
  readonly client_id: string
  readonly facts: Uint8Array | null
  readonly client: Uint8Array
}

export async function reviewsAfter(db: Db, id: string): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select review.request_id, request.client_id, request.facts, client.sealed as client
    from review join request on request.id = review.request_id join client on client.id = request.client_id
    where review.request_id > ${id} order by review.request_id limit ${batch}`.execute(db)
  return rows
}

export async function setReviewIndex(db: Db, requestId: string, kind: string, value: Buffer): Promise<void> {
  await sql`update review_index set value = ${value}
    where request_id = ${requestId} and kind = ${kind} and value <> ${value}`.execute(db)
}

interface Listed {
  readonly id: string
  readonly kind: string
  readonly blind: string
  readonly sealed: Uint8Array
}

/** The next entries of lists, those of the staff and those of files. */
export async function listedAfter(db: Db, last: string): Promise<Listed[]> {
  const { rows } = await sql<Listed>`select id, kind, blind, sealed from list_entry where id > ${last}
    order by id limit ${batch}`.execute(db)
  return rows
}

export async function setListed(db: Db, id: string, blind: string): Promise<void> {
  await sql`update list_entry set blind = ${blind} where id = ${id}`.execute(db)
}

interface PersonKey {
  readonly id: string
  readonly client_id: string
  readonly kind: string
  readonly blind: string
  readonly sealed: Uint8Array
}

/** The next keys of persons whose client's own key still opens. */
export async function personKeysAfter(db: Db, last: string): Promise<PersonKey[]> {
  const { rows } = await sql<PersonKey>`select id, client_id, kind, blind, sealed from person_key each
    where id > ${last}
      and not exists (select from client_key where client_key.client_id = each.client_id and shredded_at is not null)
    order by id limit ${batch}`.execute(db)
  return rows
}

export async function setPersonKey(db: Db, id: string, blind: string): Promise<void> {
  await sql`update person_key set blind = ${blind} where id = ${id}`.execute(db)
}

/** Adds the words of a name under the present key; those of a former key find nobody any more once it is gone. */
export async function addWords(db: Db, clientId: string, blinds: readonly string[]): Promise<void> {
  for (const blind of blinds)
    await sql`insert into client_word (client_id, blind) values (${clientId}, ${blind}) on conflict do nothing`.execute(
      db,
    )
}
