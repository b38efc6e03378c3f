import { type Kysely, sql } from 'kysely'
import type { OfReview } from './store.ts'

type Db = Kysely<unknown>

/** Notes that a member of the staff has had a file open. */
export async function noteFile(db: Db, of: OfReview, fileId: string, staffId: string, at: Date): Promise<void> {
  await sql`insert into review_file (request_id, client_id, file_id, staff_id, at)
    values (${of.request_id}, ${of.client_id}, ${fileId}, ${staffId}, ${at})
    on conflict (file_id, staff_id, client_id) do nothing`.execute(db)
}

/** Files of a request a member of the staff has had open. */
export async function seenFiles(db: Db, requestId: string, staffId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from review_file where request_id = ${requestId} and staff_id = ${staffId}`.execute(db)
  return new Set(rows.map(({ file_id }) => file_id))
}
