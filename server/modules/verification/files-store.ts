import { type Kysely, sql } from 'kysely'

type Db = Kysely<unknown>

/** Notes that a member of the staff has had a file open. */
export async function noteFile(db: Db, requestId: string, fileId: string, staffId: string, at: Date): Promise<void> {
  await sql`insert into review_file (request_id, file_id, staff_id, at) values (${requestId}, ${fileId}, ${staffId}, ${at})
    on conflict (file_id, staff_id) do nothing`.execute(db)
}

/** Files of a request a member of the staff has had open. */
export async function seenFiles(db: Db, requestId: string, staffId: string): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ file_id: string }>`
    select file_id from review_file where request_id = ${requestId} and staff_id = ${staffId}`.execute(db)
  return new Set(rows.map(({ file_id }) => file_id))
}
