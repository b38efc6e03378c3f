import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

export async function insertWords(db: Db, clientId: string, blinds: readonly string[]): Promise<void> {
  if (blinds.length === 0) return
  await db
    .$extendTables<{ client_word: { client_id: string; blind: string } }>()
    .insertInto('client_word')
    .values(blinds.map((blind) => ({ client_id: clientId, blind })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** A word that fewer clients have is rare: they are looked at one by one. */
const rare = 2000

/** How many clients have a word, up to `rare`. */
async function countOf(db: Db, blinds: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from (
    select from client_word where blind in (${sql.join([...blinds])}) limit ${rare}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/** Clients that have all of some words, each under the present index or a former one. */
export async function clientsByWords(db: Db, sought: readonly (readonly string[])[], limit: number): Promise<string[]> {
  const counted = []
  for (const blinds of sought) counted.push({ blinds, count: await countOf(db, blinds) })
  const [first, ...others] = counted.sort((one, other) => one.count - other.count)
  if (!first) return []
  // For each client of a rare word the others are looked up: a join would read everybody whose name begins in a common way. The planner
  // knows no word's share, and makes a join of `exists`; of a subquery's value with a limit it makes none. Common words are joined.
  const also = others.map(({ blinds }) => {
    const same = sql`from client_word other where other.client_id = word.client_id and other.blind in (${sql.join([...blinds])})`
    return first.count < rare ? sql`and (select true ${same} limit 1)` : sql`and exists (select ${same})`
  })
  const { rows } = await sql<{ client_id: string }>`
    select distinct client_id from (select word.client_id from client_word word
      where word.blind in (${sql.join([...first.blinds])}) ${sql.join(also, sql` `)} limit ${limit}) as found`.execute(
    db,
  )
  return rows.map(({ client_id }) => client_id)
}
