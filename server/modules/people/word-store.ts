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

/** Clients that have all of some words, each under the present index or a former one. */
export async function clientsByWords(db: Db, sought: readonly (readonly string[])[], limit: number): Promise<string[]> {
  // The longest word first, as it is the rarest; the others are looked up for each of its clients until there are enough: a plain
  // intersection reads everybody whose name begins in a common way.
  const [first, ...others] = sought
  if (!first) return []
  const also = others.map(
    (blinds) => sql`and exists (select from client_word other
      where other.client_id = word.client_id and other.blind in (${sql.join([...blinds])}))`,
  )
  const { rows } = await sql<{ client_id: string }>`
    select distinct client_id from (select word.client_id from client_word word
      where word.blind in (${sql.join([...first])}) ${sql.join(also, sql` `)} limit ${limit}) as found`.execute(db)
  return rows.map(({ client_id }) => client_id)
}
