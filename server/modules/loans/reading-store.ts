import type { Kysely } from 'kysely'
import { isGood, type LoanRow, type PaymentRow, placementsOf } from './store.ts'
import type { SuspenseRow } from './suspense-store.ts'

type Tables = { loan: LoanRow; payment: PaymentRow; payment_suspense: SuspenseRow }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Loans in the order of their ids. */
export const pageOfLoans = (db: Kysely<unknown>, after: string, limit: number): Promise<LoanRow[]> =>
  tables(db).selectFrom('loan').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

export const loanByContract = (db: Kysely<unknown>, contract: string): Promise<{ id: string } | undefined> =>
  tables(db).selectFrom('loan').select('id').where('contract_number', '=', contract).executeTakeFirst()

/** Where a payment told of before is now, by the provider's own id, and what was told of it. */
export async function toldPayment(db: Kysely<unknown>, provider: string, providerId: string) {
  const counted = await tables(db)
    .selectFrom('payment')
    .select(['loan_id', 'amount', 'paid_on', 'voided_at', 'voided_to'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  const first = counted && { loan: counted.loan_id, amount: counted.amount, paidOn: counted.paid_on }
  if (first && !counted.voided_at) return { told: first, status: 'booked' as const, loan: counted.loan_id }
  if (first && counted.voided_to !== 'suspense') return { told: first, status: 'voided' as const }
  const kept = await tables(db)
    .selectFrom('payment_suspense')
    .select(['id', 'loan', 'amount', 'paid_on', 'settled_at', 'placed_loan'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (!kept) return undefined
  const told = first ?? { loan: kept.loan, amount: kept.amount, paidOn: kept.paid_on }
  if (!kept.settled_at) return { told, status: 'suspended' as const }
  if (!kept.placed_loan) return { told, status: 'refunded' as const }
  return (await placementsOf(db, kept.id)).some(isGood)
    ? { told, status: 'booked' as const, loan: kept.placed_loan }
    : { told, status: 'voided' as const }
}
