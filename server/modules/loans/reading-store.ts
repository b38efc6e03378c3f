import type { Kysely } from 'kysely'
import type { LoanRow } from './store.ts'

type Tables = {
  loan: LoanRow
  payment: { loan_id: string; provider: string; provider_id: string; amount: number }
  payment_suspense: { loan: string; provider: string; provider_id: string; amount: number; reason: string }
}
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Loans in the order of their ids. */
export const pageOfLoans = (db: Kysely<unknown>, after: string, limit: number): Promise<LoanRow[]> =>
  tables(db).selectFrom('loan').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

export const loanByContract = (db: Kysely<unknown>, contract: string): Promise<{ id: string } | undefined> =>
  tables(db).selectFrom('loan').select('id').where('contract_number', '=', contract).executeTakeFirst()

/** Where a payment told of before went, by the provider's own id. */
export async function toldPayment(db: Kysely<unknown>, provider: string, providerId: string) {
  const of = <T extends 'payment' | 'payment_suspense'>(table: T) => tables(db).selectFrom(table)
  const booked = await of('payment')
    .select(['loan_id', 'amount'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (booked) return { status: 'booked' as const, loan: booked.loan_id, amount: booked.amount }
  const kept = await of('payment_suspense')
    .select(['loan', 'amount'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return kept && { status: 'suspended' as const, loan: kept.loan, amount: kept.amount }
}
