import { type Kysely, sql } from 'kysely'
import { newId } from '#server/platform/ids.ts'

type Db = Kysely<unknown>

interface LinkTable {
  id: string
  one: string
  other: string
  says: 'joined' | 'parted'
  state: 'asked' | 'standing' | 'undone'
  asked_by: string
  asked_at: Date
  confirmed_by: string | null
  settled_at: Date | null
  undone_by: string | null
  undone_at: Date | null
}
export type LinkRow = LinkTable

const tables = (db: Db) => db.$extendTables<{ person_link: LinkTable }>()

const pair = (a: string, b: string) => (a < b ? { one: a, other: b } : { one: b, other: a })

/** What is said of two accounts now, that they are one person or that they are not. */
export async function linkOf(db: Db, a: string, b: string, says: LinkRow['says']): Promise<LinkRow | undefined> {
  const { one, other } = pair(a, b)
  return tables(db)
    .selectFrom('person_link')
    .selectAll()
    .where('one', '=', one)
    .where('other', '=', other)
    .where('says', '=', says)
    .where('state', '<>', 'undone')
    .executeTakeFirst()
}

export async function lockLink(db: Db, id: string): Promise<LinkRow | undefined> {
  return tables(db).selectFrom('person_link').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertLink(
  db: Db,
  a: string,
  b: string,
  link: Pick<LinkRow, 'says' | 'state' | 'asked_by' | 'asked_at'>,
): Promise<LinkRow> {
  const settled_at = link.state === 'standing' ? link.asked_at : null
  const none = { confirmed_by: null, settled_at, undone_by: null, undone_at: null }
  const row: LinkRow = { id: newId(), ...pair(a, b), ...link, ...none }
  await tables(db).insertInto('person_link').values(row).execute()
  return row
}

export async function updateLink(db: Db, id: string, change: Partial<LinkRow>): Promise<void> {
  await tables(db).updateTable('person_link').set(change).where('id', '=', id).execute()
}

/** Joins two accounts by proof; what the staff said of them before is undone by it. */
export async function standJoined(db: Db, a: string, b: string, { by, at }: { by: string; at: Date }): Promise<void> {
  const [joined, parted] = [await linkOf(db, a, b, 'joined'), await linkOf(db, a, b, 'parted')]
  if (joined?.state === 'standing') return
  for (const before of [joined, parted])
    if (before) await updateLink(db, before.id, { state: 'undone', undone_by: by, undone_at: at })
  await insertLink(db, a, b, { says: 'joined', state: 'standing', asked_by: by, asked_at: at })
}

/** Everything ever said of some accounts, newest first. */
export async function linksOf(db: Db, clientIds: readonly string[]): Promise<LinkRow[]> {
  if (clientIds.length === 0) return []
  const ids = sql.join([...clientIds])
  const { rows } = await sql<LinkRow>`select * from person_link where one in (${ids}) or other in (${ids})
    order by asked_at desc, id desc limit 200`.execute(db)
  return rows
}
