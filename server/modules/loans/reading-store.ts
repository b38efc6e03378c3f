import type { Kysely } from 'kysely'
import type { LoanRow, PaymentRow } from './store.ts'
import { type SuspenseRow, suspenseProvider } from './suspense-store.ts'

type Tables = { loan: LoanRow; payment: PaymentRow; payment_suspense: SuspenseRow }
const tables = (db: Kysely<unknown>) => db.$extendTables<Tables>()

/** Loans in the order of their ids. */
export const pageOfLoans = (db: Kysely<unknown>, after: string, limit: number): Promise<LoanRow[]> =>
  tables(db).selectFrom('loan').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute()

export const loanByContract = (db: Kysely<unknown>, contract: string): Promise<{ id: string } | undefined> =>
  tables(db).selectFrom('loan').select('id').where('contract_number', '=', contract).executeTakeFirst()

/** Where a payment told of before is now, by the provider's own id, and what was told of it. */
export async function toldPayment(db: Kysely<unknown>, provider: string, providerId: string) {
  const paymentOf = (of: string, id: string) =>
    tables(db)
      .selectFrom('payment')
      .select(['loan_id', 'amount', 'paid_on', 'voided_at'])
      .where('provider', '=', of)
      .where('provider_id', '=', id)
      .executeTakeFirst()
  const counted = await paymentOf(provider, providerId)
  if (counted) {
    const { loan_id, amount, paid_on, voided_at } = counted
    const told = { loan: loan_id, amount, paidOn: paid_on }
    return voided_at ? { told, status: 'voided' as const } : { told, status: 'booked' as const, loan: loan_id }
  }
  const kept = await tables(db)
    .selectFrom('payment_suspense')
    .select(['id', 'loan', 'amount', 'paid_on', 'settled_at', 'placed_loan'])
    .where('provider', '=', provider)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  if (!kept) return undefined
  const told = { loan: kept.loan, amount: kept.amount, paidOn: kept.paid_on }
  if (!kept.settled_at) return { told, status: 'suspended' as const }
  if (!kept.placed_loan) return { told, status: 'refunded' as const }
  const placed = await paymentOf(suspenseProvider, kept.id)
  return placed?.voided_at
    ? { told, status: 'voided' as const }
    : { told, status: 'booked' as const, loan: kept.placed_loan }
}
