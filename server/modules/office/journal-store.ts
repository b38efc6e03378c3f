import type { Kysely } from 'kysely'
import type { JournalRow, JournalTables } from '#server/platform/journal.ts'

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
