import { type Kysely, sql } from 'kysely'

interface InvitationTable {
  staff_id: string
  /** SHA-256 of the link's secret. */
  token_hash: Uint8Array
  until: Date
  opened_at: Date | null
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ staff_invitation: InvitationTable }>()

/** A newer invitation takes the place of the one before. */
export async function writeInvitation(db: Kysely<unknown>, row: InvitationTable): Promise<void> {
  const { token_hash, until, opened_at } = row
  await tables(db)
    .insertInto('staff_invitation')
    .values(row)
    .onConflict((conflict) => conflict.column('staff_id').doUpdateSet({ token_hash, until, opened_at }))
    .execute()
}

/** Spends an invitation: whose it is, or undefined when it is over. */
export async function openInvitation(db: Kysely<unknown>, tokenHash: Buffer, now: Date): Promise<string | undefined> {
  const row = await tables(db)
    .updateTable('staff_invitation')
    .set({ opened_at: now })
    .where('token_hash', '=', tokenHash)
    .where('opened_at', 'is', null)
    .where('until', '>', now)
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id
}

/** Members who have not signed in once, or not since their reset. */
export async function neverSignedIn(db: Kysely<unknown>): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select staff.id from staff where not exists (
      select from staff_session where staff_session.staff_id = staff.id
        and (staff.reset_at is null or staff_session.created_at > staff.reset_at)
    )
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
