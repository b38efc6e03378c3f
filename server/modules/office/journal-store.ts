import type { Kysely } from 'kysely'
import type { JournalRow, JournalTables } from '#server/platform/journal/chain.ts'

/** Entries before one, newest first; of one subject when given. */
export async function journalPage(
  db: Kysely<unknown>,
  before: string | undefined,
  subject: string | undefined,
  limit: number,
): Promise<JournalRow[]> {
  let query = db.$extendTables<JournalTables>().selectFrom('journal').selectAll()
  if (before !== undefined) query = query.where('id', '<', before)
  if (subject) query = query.where('subject_id', '=', subject)
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as JournalRow[]
}
