import type { Kysely } from 'kysely'
import { firstOrderedId } from '#server/platform/ids.ts'
import type { JournalRow, JournalTables } from '#server/platform/journal/chain.ts'

export interface JournalAsked {
  readonly before: string | undefined
  readonly subject: string | undefined
  /** A member of the staff. */
  readonly actor: string | undefined
  readonly event: string | undefined
  readonly from: Date | undefined
  readonly until: Date | undefined
}

/** Entries before one, newest first. Days bound the ids too, which are in the order of time: no entry outside them is read. */
export async function journalPage(
  db: Kysely<unknown>,
  { before, subject, actor, event, from, until }: JournalAsked,
  limit: number,
): Promise<JournalRow[]> {
  let query = db.$extendTables<JournalTables>().selectFrom('journal').selectAll()
  if (before !== undefined) query = query.where('id', '<', before)
  if (subject) query = query.where('subject_id', '=', subject)
  if (actor) query = query.where('actor_kind', '=', 'staff').where('actor_id', '=', actor)
  if (event) query = query.where('event', '=', event)
  if (from) query = query.where('id', '>=', firstOrderedId(from)).where('at', '>=', from)
  if (until) query = query.where('at', '<', until)
  return (await query.orderBy('id', 'desc').limit(limit).execute()) as JournalRow[]
}
