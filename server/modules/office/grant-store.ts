import type { Kysely } from 'kysely'

/** `add` and `open`: the account may sign in; `role`: a higher role of one that may; `reset`: another way in. */
export type GrantKind = 'add' | 'open' | 'role' | 'reset'

interface GrantTable {
  id: string
  staff_id: string
  kind: GrantKind
  role: string
  asked_by: string
  asked_at: Date
  decided_by: string | null
  decided_at: Date | null
  outcome: 'confirmed' | 'declined' | null
}
export type GrantRow = GrantTable

const tables = (db: Kysely<unknown>) => db.$extendTables<{ staff_grant: GrantTable }>()

/** False when this member already waits for a right. */
export async function insertGrant(db: Kysely<unknown>, row: GrantRow): Promise<boolean> {
  const open = await openGrantOf(db, row.staff_id)
  if (open) return false
  await tables(db).insertInto('staff_grant').values(row).execute()
  return true
}

export const openGrants = (db: Kysely<unknown>): Promise<GrantRow[]> =>
  tables(db).selectFrom('staff_grant').selectAll().where('decided_at', 'is', null).orderBy('asked_at').execute()

export const openGrantOf = (db: Kysely<unknown>, staffId: string): Promise<GrantRow | undefined> =>
  tables(db)
    .selectFrom('staff_grant')
    .selectAll()
    .where('staff_id', '=', staffId)
    .where('decided_at', 'is', null)
    .executeTakeFirst()

export const lockGrant = (db: Kysely<unknown>, id: string): Promise<GrantRow | undefined> =>
  tables(db)
    .selectFrom('staff_grant')
    .selectAll()
    .where('id', '=', id)
    .where('decided_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export async function settleGrant(
  db: Kysely<unknown>,
  id: string,
  by: string,
  at: Date,
  outcome: 'confirmed' | 'declined',
): Promise<void> {
  await tables(db)
    .updateTable('staff_grant')
    .set({ decided_by: by, decided_at: at, outcome })
    .where('id', '=', id)
    .execute()
}
