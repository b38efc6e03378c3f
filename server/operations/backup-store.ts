import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** When the last whole backup was made, as the journal tells it; the moment of the first entry where there was none, null before that. */
export async function lastWholeBackup(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select coalesce(
    (select at from journal where event = 'backup.make' and data ->> 'missing' = '0' order by id desc limit 1),
    (select at from journal order by id limit 1)) as at`.execute(db)
  return rows[0]?.at ?? null
}
