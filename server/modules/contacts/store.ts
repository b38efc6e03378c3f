import type { Kysely } from 'kysely'
import type { ContactResult, PromiseState, StopGround } from '#contract/collection.ts'
import type { ContactKind } from '#contract/contacts.ts'

interface ContactTable {
  id: string
  client_id: string
  loan_id: string
  kind: ContactKind
  /** Of a message: what was told. */
  notice: string | null
  staff_id: string | null
  at: Date
  ended_at: Date | null
  result: ContactResult | null
  /** Words of the staff. */
  sealed: Uint8Array | null
  promise_day: string | null
  promise_amount: number | null
  promise_state: PromiseState | null
}

interface NoticeTable {
  loan_id: string
  client_id: string
  kind: string
  about: string
  at: Date
}

interface StopTable {
  id: string
  client_id: string
  ground: StopGround
  /** Of a death, of a court's act: its day. */
  since: string | null
  set_by: string
  set_at: Date
  lifted_by: string | null
  lifted_at: Date | null
}

export type ContactRow = ContactTable
export type StopRow = StopTable
const tables = (db: Kysely<unknown>) =>
  db.$extendTables<{
    contact: ContactTable
    loan_notice: NoticeTable
    contact_stop: StopTable
    client: { id: string }
  }>()

/** One contact of a person after another: whoever would count at the same time waits. */
export async function lockPerson(db: Kysely<unknown>, accounts: readonly string[]): Promise<void> {
  await tables(db).selectFrom('client').select('id').where('id', 'in', accounts).orderBy('id').forUpdate().execute()
}

/** Contacts of a person since a moment, those planned ahead too. */
export async function contactsSince(
  db: Kysely<unknown>,
  accounts: readonly string[],
  since: Date,
): Promise<ContactRow[]> {
  return tables(db)
    .selectFrom('contact')
    .selectAll()
    .where('client_id', 'in', accounts)
    .where('at', '>=', since)
    .execute()
}

export async function insertContact(db: Kysely<unknown>, row: ContactRow): Promise<void> {
  await tables(db).insertInto('contact').values(row).execute()
}

export async function lockContact(db: Kysely<unknown>, id: string): Promise<ContactRow | undefined> {
  return tables(db).selectFrom('contact').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateContact(db: Kysely<unknown>, id: string, change: Partial<ContactRow>): Promise<void> {
  await tables(db).updateTable('contact').set(change).where('id', '=', id).execute()
}

/** Contacts about a loan, newest first. */
export async function contactsOf(db: Kysely<unknown>, loanId: string): Promise<ContactRow[]> {
  return tables(db).selectFrom('contact').selectAll().where('loan_id', '=', loanId).orderBy('at', 'desc').execute()
}

/** Open promises of some loans; with `clientId`, of that client's. */
export async function openPromises(
  db: Kysely<unknown>,
  loanIds: readonly string[],
  clientId?: string,
): Promise<ContactRow[]> {
  return tables(db)
    .selectFrom('contact')
    .selectAll()
    .where('loan_id', 'in', loanIds)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .where('promise_state', '=', 'open')
    .execute()
}

/** Loans with a promise whose day is over. */
export async function promisesOver(db: Kysely<unknown>, today: string, limit: number): Promise<string[]> {
  const rows = await tables(db)
    .selectFrom('contact')
    .select('loan_id')
    .distinct()
    .where('promise_state', '=', 'open')
    .where('promise_day', '<', today)
    .limit(limit)
    .execute()
  return rows.map(({ loan_id }) => loan_id)
}

/** Keeps that something was told, once; answers whether it is new. */
export async function keepNotice(db: Kysely<unknown>, row: NoticeTable): Promise<boolean> {
  const result = await tables(db)
    .insertInto('loan_notice')
    .values(row)
    .onConflict((conflict) => conflict.columns(['loan_id', 'kind', 'about', 'client_id']).doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export async function openStop(db: Kysely<unknown>, accounts: readonly string[]): Promise<StopRow | undefined> {
  return tables(db)
    .selectFrom('contact_stop')
    .selectAll()
    .where('client_id', 'in', accounts)
    .where('lifted_at', 'is', null)
    .executeTakeFirst()
}

export async function insertStop(db: Kysely<unknown>, row: StopRow): Promise<void> {
  await tables(db).insertInto('contact_stop').values(row).execute()
}

export async function liftStop(db: Kysely<unknown>, id: string, by: string, at: Date): Promise<void> {
  await tables(db).updateTable('contact_stop').set({ lifted_by: by, lifted_at: at }).where('id', '=', id).execute()
}
