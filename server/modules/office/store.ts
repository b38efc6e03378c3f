import { type Kysely, sql } from 'kysely'
import { lockName } from '#server/platform/locks.ts'

interface StaffTable {
  id: string
  login: string
  name: string
  /** As the lender's file names it; of a role that is there no more, whoever has it may do nothing. */
  role: string
  disabled: boolean
  password_hash: string
  totp: Uint8Array
  totp_step: number
  created_at: Date
  /** Sessions from before do not count as a sign-in. */
  reset_at: Date | null
  totp_next: Uint8Array | null
  totp_next_until: Date | null
}
export type StaffRow = StaffTable

interface SessionTable {
  id: string
  token_hash: Uint8Array
  staff_id: string
  created_at: Date
  seen_at: Date
  ended_at: Date | null
}

interface AttemptTable {
  login: Uint8Array
  failures: number
  last_at: Date
  next_at: Date
}

type Tables = { staff: StaffTable; staff_session: SessionTable; staff_attempt: AttemptTable }

const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Held to the end of the transaction, so that of servers starting at once one makes the first account. */
export async function lockStaff(db: Kysely<unknown>): Promise<void> {
  await lockName(db, 'first staff')
}

export async function listStaff(db: Kysely<unknown>): Promise<StaffRow[]> {
  return tables(db).selectFrom('staff').selectAll().orderBy('name').orderBy('id').execute()
}

/** When each member's sessions were last used. */
export async function lastSeen(db: Kysely<unknown>): Promise<ReadonlyMap<string, Date>> {
  const rows = await tables(db)
    .selectFrom('staff_session')
    .select(({ fn }) => ['staff_id', fn.max('seen_at').as('seen_at')])
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staff_id, seen_at }) => [staff_id, seen_at]))
}

export async function findStaff(db: Kysely<unknown>, login: string): Promise<StaffRow | undefined> {
  return tables(db).selectFrom('staff').selectAll().where('login', '=', login).executeTakeFirst()
}

export async function readStaff(db: Kysely<unknown>, id: string): Promise<StaffRow | undefined> {
  return tables(db).selectFrom('staff').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockAllStaff(db: Kysely<unknown>): Promise<StaffRow[]> {
  return tables(db).selectFrom('staff').selectAll().orderBy('id').forUpdate().execute()
}

/** Answers whether the login was free. */
export async function insertStaff(db: Kysely<unknown>, row: StaffRow): Promise<boolean> {
  const made = await tables(db)
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('id')
    .execute()
  return made.length === 1
}

export async function updateStaff(db: Kysely<unknown>, id: string, change: Partial<StaffRow>): Promise<void> {
  await tables(db).updateTable('staff').set(change).where('id', '=', id).execute()
}

/** Spends a time step of the authenticator; false when this step or a later one is spent already. */
export async function spendStep(db: Kysely<unknown>, id: string, step: number): Promise<boolean> {
  const result = await tables(db)
    .updateTable('staff')
    .set({ totp_step: step })
    .where('id', '=', id)
    .where('disabled', '=', false)
    .where('totp_step', '<', step)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function insertStaffSession(db: Kysely<unknown>, row: SessionTable): Promise<void> {
  await tables(db).insertInto('staff_session').values(row).execute()
}

/** A session that has not been ended, with its member as they are now. */
export async function findStaffSession(db: Kysely<unknown>, tokenHash: Buffer) {
  return tables(db)
    .selectFrom('staff_session')
    .innerJoin('staff', 'staff.id', 'staff_session.staff_id')
    .select(['staff_session.id', 'staff_session.staff_id', 'staff_session.created_at', 'staff_session.seen_at'])
    .select(['staff.role', 'staff.disabled'])
    .where('staff_session.token_hash', '=', tokenHash)
    .where('staff_session.ended_at', 'is', null)
    .executeTakeFirst()
}

export async function touchStaffSession(db: Kysely<unknown>, id: string, at: Date): Promise<void> {
  await tables(db).updateTable('staff_session').set({ seen_at: at }).where('id', '=', id).execute()
}

export async function endStaffSession(db: Kysely<unknown>, tokenHash: Buffer, at: Date): Promise<string | null> {
  const row = await tables(db)
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  return row?.staff_id ?? null
}

export async function endSessionsOf(db: Kysely<unknown>, staffId: string, at: Date): Promise<void> {
  await tables(db)
    .updateTable('staff_session')
    .set({ ended_at: at })
    .where('staff_id', '=', staffId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Counts an attempt before it is made, unless the login must still wait; answers the failures so far, this one included. */
export async function countAttempt(
  db: Kysely<unknown>,
  login: Buffer,
  now: Date,
  forgottenBefore: Date,
  waits: { free: number; longestSeconds: number },
): Promise<{ failures: number } | { waitUntil: Date }> {
  const failures = sql<number>`case when staff_attempt.last_at < ${forgottenBefore} then 1 else staff_attempt.failures + 1 end`
  const over = sql<number>`least(greatest(${failures} - ${waits.free}, 0), 20)`
  const seconds = sql`case when ${over} = 0 then 0 else least(power(2, ${over} - 1), ${waits.longestSeconds}) end`
  const counted = await tables(db)
    .insertInto('staff_attempt')
    .values({ login, failures: 1, last_at: now, next_at: now })
    .onConflict((conflict) =>
      conflict
        .column('login')
        .doUpdateSet({
          failures,
          last_at: now,
          next_at: sql<Date>`${now}::timestamptz + make_interval(secs => ${seconds})`,
        })
        .where('staff_attempt.next_at', '<=', now),
    )
    .returning('failures')
    .executeTakeFirst()
  if (counted) return counted
  const { next_at } = await tables(db)
    .selectFrom('staff_attempt')
    .select('next_at')
    .where('login', '=', login)
    .executeTakeFirstOrThrow()
  return { waitUntil: next_at }
}

export async function forgetAttempts(db: Kysely<unknown>, login: Buffer): Promise<void> {
  await tables(db).deleteFrom('staff_attempt').where('login', '=', login).execute()
}

/** Attempts nobody has made for long. */
export async function deleteAttempts(db: Kysely<unknown>, before: Date): Promise<void> {
  await tables(db).deleteFrom('staff_attempt').where('last_at', '<', before).execute()
}
