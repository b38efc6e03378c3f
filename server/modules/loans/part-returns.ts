import { partReturn } from '#contract/calculation.ts'
import type { LoanView, PartReturnView } from '#contract/calls/loans.ts'
import { kopecks } from '#contract/money.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KnownLoan, LoanBook, LoanParts } from './book.ts'
import { askPartReturn, lockLoan, openPartReturn } from './store.ts'
import { partReturnRefusals } from './words.ts'

/** A part of a loan given back before its time, asked for in so many words (353-ФЗ art. 11). */
export function createPartReturns({ platform, lender }: Pick<LoanParts, 'platform' | 'lender'>, book: LoanBook) {
  const { clock, db } = platform
  const { today, running, view } = book

  return {
    /** The sum a part return was asked for today, and not paid yet. */
    partAsked: (tx: Tx, loan: KnownLoan) => openPartReturn(tx.db, { id: loan.id, client_id: loan.clientId }, today()),

    /** What giving back a part today means. */
    async partReturn(clientId: string, id: string, amount: number): Promise<PartReturnView> {
      const { state, loan } = await book.known(db, await book.ownedRow(clientId, id))
      const price = state === 'running' ? partReturn(loan, today(), kopecks(amount), lender.rules) : 'closed'
      if (typeof price === 'string') return { refusal: partReturnRefusals[price], price: null }
      const { pay, principal, interest, fullCostPercent } = price
      const rows = price.rows.map(({ date, lastDay, payment, balance }) => ({ date, lastDay, payment, balance }))
      return { refusal: null, price: { pay, principal, interest, fullCostPercent, rows } }
    },

    /** Asks for a part return: a payment of this very sum, paid today, will be one. */
    async askPartReturn(tx: Tx, clientId: string, id: string, amount: number): Promise<LoanView> {
      const row = await lockLoan(tx.db, id, clientId)
      if (!row) throw fail('not_found')
      const loan = await running(tx.db, row)
      if (row.state !== 'running') throw fail('state_conflict')
      const price = partReturn(loan, today(), kopecks(amount), lender.rules)
      if (price === 'sum') throw fail('bad_request', { issues: [{ field: 'amount', message: partReturnRefusals.sum }] })
      if (typeof price === 'string') throw fail('state_conflict')
      await askPartReturn(tx.db, { loan_id: id, client_id: clientId, day: today(), amount, asked_at: clock.now() })
      tx.journal({
        event: 'loan.partReturn',
        actor: { kind: 'client', id: clientId },
        subject: { kind: 'loan', id },
        data: { day: today(), amount, principal: price.principal },
      })
      return view(tx.db, row, loan, today())
    },
  }
}
