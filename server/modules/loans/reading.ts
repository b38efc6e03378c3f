import { addDays, type IsoDate } from '#contract/dates.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { LoanBook } from './book.ts'
import { loanByContract, pageOfLoans, toldPayment } from './reading-store.ts'
import { readLoan } from './store.ts'

/** Loans as the lender's other systems read them. */
export function createLoanReading({ db }: Pick<Platform, 'db'>, { running, view, today }: LoanBook) {
  return {
    page: (after: string, limit: number) => pageOfLoans(db, after, limit),

    /** Any loan on a day, with whose it is. */
    async read(id: string, on: IsoDate = today()) {
      const row = await readLoan(db, id)
      if (!row) throw fail('not_found')
      const loan = await running(db, row)
      const latest = addDays(today(), 400)
      const day = on < loan.startDate ? loan.startDate : on > latest ? latest : on
      return { ...(await view(db, row, loan, day)), person: row.client_id }
    },

    byContract: async (tx: Tx, contract: string) => (await loanByContract(tx.db, contract))?.id ?? null,

    /** Where a payment told of before went. */
    whereIs: (tx: Tx, provider: string, providerId: string) => toldPayment(tx.db, provider, providerId),
  }
}
