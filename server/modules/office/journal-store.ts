import type { Kysely } from 'kysely'
import type { JournalHead, JournalRow, JournalTables } from '#server/platform/journal.ts'

/** Entries before a number, newest first; of one subject when given. */
export async function journalPage(
  db: Kysely<unknown>,
  before: number | null,
  subject: string | undefined,
  limit: number,
): Promise<JournalRow[]> {
  let query = db.$extendTables<JournalTables>().selectFrom('journal').selectAll()
  if (before !== null) query = query.where('seq', '<', before)
  if (subject) query = query.where('subject_id', '=', subject)
  return (await query.orderBy('seq', 'desc').limit(limit).execute()) as JournalRow[]
}

export const journalHead = (db: Kysely<unknown>): Promise<JournalHead> =>
  db.$extendTables<JournalTables>().selectFrom('journal_head').selectAll().executeTakeFirstOrThrow()

const batch = 500

/** Every entry from the first to a number, in order, some at a time. */
export async function* journalUpTo(db: Kysely<unknown>, count: number): AsyncGenerator<JournalRow> {
  for (let last = 0; last < count; ) {
    const rows = (await db
      .$extendTables<JournalTables>()
      .selectFrom('journal')
      .selectAll()
      .where('seq', '>', last)
      .where('seq', '<=', count)
      .orderBy('seq')
      .limit(batch)
      .execute()) as JournalRow[]
    yield* rows
    if (rows.length < batch) return
    last = rows.at(-1)?.seq ?? count
  }
}
