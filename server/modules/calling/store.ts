import type { Kysely } from 'kysely'

export interface CallingRow {
  id: string
  client_id: string
  request_id: string
  staff_id: string
  started_at: Date
  until: Date
  ended_at: Date | null
}

const tables = (db: Kysely<unknown>) => db.$extendTables<{ calling: CallingRow }>()

export async function insertCalling(db: Kysely<unknown>, row: CallingRow): Promise<void> {
  await tables(db).insertInto('calling').values(row).execute()
}

/** The call that goes on now with this client, the latest begun. */
export async function callingOf(db: Kysely<unknown>, clientId: string, now: Date): Promise<CallingRow | undefined> {
  return tables(db)
    .selectFrom('calling')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Until when this member says to be on the phone with this client. */
export async function callUntil(
  db: Kysely<unknown>,
  clientId: string,
  staffId: string,
  now: Date,
): Promise<Date | undefined> {
  const row = await tables(db)
    .selectFrom('calling')
    .select('until')
    .where('client_id', '=', clientId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('until', '>', now)
    .executeTakeFirst()
  return row?.until
}

/** Ends the calls of this member with this client; answers how many there were. */
export async function endCallings(db: Kysely<unknown>, clientId: string, staffId: string, at: Date): Promise<number> {
  const result = await tables(db)
    .updateTable('calling')
    .set({ ended_at: at })
    .where('client_id', '=', clientId)
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .where('until', '>', at)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function deleteCallings(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('calling').where('until', '<', before).execute()
}
