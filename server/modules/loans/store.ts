import type { Kysely } from 'kysely'
import { suspenseProvider } from './suspense-store.ts'

interface LoanTable {
  id: string
  request_id: string
  client_id: string
  state: 'running' | 'closed' | 'returned'
  contract_number: string
  due_date: string
  principal: number
  sealed: Uint8Array
  opened_at: Date
  closed_at: Date | null
  remind_on: string | null
  /** The hash of the tariffs its offer was made by; null: made before they had versions. */
  tariffs: string | null
}

interface PaymentTable {
  id: string
  client_id: string
  loan_id: string
  provider: string
  provider_id: string
  amount: number
  /** When it was heard of, and the day the payer paid; null: the same day. */
  at: Date
  paid_on: string | null
  /** It gives a part back before its time, as was asked for. */
  part_return: boolean
  /** It counts no more: it never was this loan's, or the payer's bank took it back. */
  voided_at: Date | null
  /** The account of the book its money went to then; null: back to where it stood. */
  voided_to: string | null
}

interface PartReturnTable {
  loan_id: string
  client_id: string
  /** The day and the sum it is bound to. */
  day: string
  amount: number
  asked_at: Date
  payment_id: string | null
}

export type LoanRow = LoanTable
export type PaymentRow = PaymentTable
export const isGood = ({ voided_at }: PaymentRow) => voided_at === null

/** A provider's id of a payment that was taken, in all of the system. */
interface ToldTable {
  provider: string
  provider_id: string
  client_id: string
}

type Tables = { loan: LoanTable; payment: PaymentTable; payment_told: ToldTable; part_return: PartReturnTable }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

export async function insertLoan(db: Kysely<unknown>, row: LoanRow): Promise<void> {
  await tables(db).insertInto('loan').values(row).execute()
}

/** A loan by its id; where its client is known it is looked for among theirs. */
const byId = (db: Kysely<unknown>, id: string, clientId: string | undefined) =>
  tables(db)
    .selectFrom('loan')
    .selectAll()
    .where('id', '=', id)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))

export async function readLoan(db: Kysely<unknown>, id: string, clientId?: string): Promise<LoanRow | undefined> {
  return byId(db, id, clientId).executeTakeFirst()
}

export async function readLoans(db: Kysely<unknown>, ids: readonly string[]): Promise<LoanRow[]> {
  return tables(db).selectFrom('loan').selectAll().where('id', 'in', ids).execute()
}

export async function lockLoan(db: Kysely<unknown>, id: string, clientId?: string): Promise<LoanRow | undefined> {
  return byId(db, id, clientId).forUpdate().executeTakeFirst()
}

/** In one order for everybody, so that no two wait for each other. */
export async function lockLoans(db: Kysely<unknown>, ids: readonly string[], clientId?: string): Promise<LoanRow[]> {
  return tables(db)
    .selectFrom('loan')
    .selectAll()
    .where('id', 'in', ids)
    .$if(clientId !== undefined, (query) => query.where('client_id', '=', clientId ?? ''))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A loan, and whose it is. */
export type LoanKey = Pick<LoanTable, 'id' | 'client_id'>

export async function updateLoan(
  db: Kysely<unknown>,
  { id, client_id }: LoanKey,
  change: Partial<LoanTable>,
): Promise<void> {
  await tables(db).updateTable('loan').set(change).where('id', '=', id).where('client_id', '=', client_id).execute()
}

export async function loansOf(db: Kysely<unknown>, clientIds: readonly string[]): Promise<LoanRow[]> {
  return tables(db)
    .selectFrom('loan')
    .selectAll()
    .where('client_id', 'in', clientIds)
    .orderBy('opened_at', 'desc')
    .execute()
}

/** Running loans whose reminder is due, but for some. */
export async function loansToRemind(
  db: Kysely<unknown>,
  { today, but, limit }: { readonly today: string; readonly but: readonly string[]; readonly limit: number },
): Promise<string[]> {
  const due = tables(db).selectFrom('loan').select('id').where('state', '=', 'running').where('remind_on', '<=', today)
  const others = but.length > 0 ? due.where('id', 'not in', but) : due
  return (await others.limit(limit).execute()).map(({ id }) => id)
}

/** Adds a payment once for each id of the provider; answers whether it is new. */
export async function insertPayment(db: Kysely<unknown>, row: PaymentRow): Promise<boolean> {
  const { provider, provider_id, client_id } = row
  const told = await tables(db)
    .insertInto('payment_told')
    .values({ provider, provider_id, client_id })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirst()
  if (told.numInsertedOrUpdatedRows !== 1n) return false
  await tables(db).insertInto('payment').values(row).execute()
  return true
}

export async function isBooked(db: Kysely<unknown>, provider: string, providerId: string): Promise<boolean> {
  const row = await tables(db)
    .selectFrom('payment_told')
    .select('client_id')
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row !== undefined
}

/** Payments that were placed from this money in suspense, those that were voided too. */
export async function placementsOf(db: Kysely<unknown>, suspenseId: string): Promise<PaymentRow[]> {
  return tables(db)
    .selectFrom('payment')
    .selectAll()
    .where('provider', '=', suspenseProvider)
    .where(({ eb, or }) => or([eb('provider_id', '=', suspenseId), eb('provider_id', 'like', `${suspenseId}:%`)]))
    .execute()
}

export const paymentsOf = (db: Kysely<unknown>, loan: LoanKey): Promise<PaymentRow[]> => paymentsOfMany(db, [loan])

/** The payments of some loans, each loan's in the order they were heard of. */
export async function paymentsOfMany(db: Kysely<unknown>, loans: readonly LoanKey[]): Promise<PaymentRow[]> {
  const clients = [...new Set(loans.map(({ client_id }) => client_id))]
  const ids = loans.map(({ id }) => id)
  const one = clients.length === 1 ? clients[0] : undefined
  return tables(db)
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', 'in', ids)
    .$if(one !== undefined, (query) => query.where('client_id', '=', one ?? ''))
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Asks for a part to be given back; a later word takes the place of one that was not paid. */
export async function askPartReturn(
  db: Kysely<unknown>,
  asked: Pick<PartReturnTable, 'loan_id' | 'client_id' | 'day' | 'amount' | 'asked_at'>,
): Promise<void> {
  const { loan_id, client_id, ...rest } = asked
  const word = { ...rest, payment_id: null }
  await tables(db)
    .insertInto('part_return')
    .values({ loan_id, client_id, ...word })
    .onConflict((conflict) => conflict.columns(['loan_id', 'client_id']).doUpdateSet(word))
    .execute()
}

/** Takes the request for a part return that a payment of that day and sum is meant for. Answers whether there was one. */
export async function takePartReturn(
  db: Kysely<unknown>,
  payment: Pick<PaymentRow, 'id' | 'client_id' | 'loan_id' | 'amount'> & { readonly day: string },
): Promise<boolean> {
  const result = await tables(db)
    .updateTable('part_return')
    .set({ payment_id: payment.id })
    .where('loan_id', '=', payment.loan_id)
    .where('client_id', '=', payment.client_id)
    .where('day', '=', payment.day)
    .where('amount', '=', payment.amount)
    .where('payment_id', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** The part return of a loan that is asked for and not paid. */
export async function openPartReturn(db: Kysely<unknown>, loan: LoanKey, day: string): Promise<number | null> {
  const row = await tables(db)
    .selectFrom('part_return')
    .select('amount')
    .where('loan_id', '=', loan.id)
    .where('client_id', '=', loan.client_id)
    .where('day', '=', day)
    .where('payment_id', 'is', null)
    .executeTakeFirst()
  return row?.amount ?? null
}

export async function loanByNumber(db: Kysely<unknown>, contract: string): Promise<LoanRow | undefined> {
  return tables(db).selectFrom('loan').selectAll().where('contract_number', '=', contract).executeTakeFirst()
}

export async function lockPayment(db: Kysely<unknown>, id: string): Promise<PaymentRow | undefined> {
  return tables(db).selectFrom('payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function voidPayment(
  db: Kysely<unknown>,
  id: string,
  change: Pick<PaymentRow, 'voided_at' | 'voided_to'>,
): Promise<void> {
  await tables(db).updateTable('payment').set(change).where('id', '=', id).execute()
}

export async function markPartReturn(
  db: Kysely<unknown>,
  { id, client_id }: Pick<PaymentRow, 'id' | 'client_id'>,
): Promise<void> {
  await tables(db)
    .updateTable('payment')
    .set({ part_return: true })
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .execute()
}
