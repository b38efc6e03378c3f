import { stableId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Loans } from '../loans/index.ts'
import { owedBy, type Planned, planned } from './planning.ts'
import { type CoreLoanRow, insertCoreLoan, insertIntents, readCoreLoan, updateCoreLoan } from './store.ts'

interface Parts {
  readonly platform: Pick<Platform, 'clock'>
  readonly ledger: Pick<Ledger, 'postings'>
  readonly loans: Pick<Loans, 'lock'>
}

/** Writes down what the core is to be told of a loan, in the transaction that wrote the loan's book. */
export function createTaking({ platform: { clock }, ledger, loans }: Parts) {
  /** A loan that is new to the core, whenever it began: the person and the loan itself come before all else. */
  async function begin(tx: Tx, loanId: string): Promise<CoreLoanRow> {
    const { clientId, contract, loan } = await loans.lock(tx, loanId)
    const bare = { leased_until: null, compared_on: null, quiet: false, differs: false, closed: false }
    const row = { ...bare, loan_id: loanId, client_id: clientId, contract, taken: 0, last: 2 }
    const first = { posting_id: null, of: null, day: loan.startDate }
    await insertCoreLoan(tx.db, row)
    const entries: Planned[] = [
      { ...first, id: stableId(`core ${loanId} person`), kind: 'person', amount: 0 },
      { ...first, id: stableId(`core ${loanId} opened`), kind: 'opened', amount: loan.principal },
    ]
    await insertIntents(tx.db, { loan_id: loanId, last: 0 }, entries, clock.now())
    return row
  }

  return async (tx: Tx, { loanId }: { readonly loanId: string }): Promise<void> => {
    const postings = await ledger.postings(loanId, tx.db)
    const [first, newest] = [postings[0], postings.at(-1)]
    if (!first || !newest) return
    const kept = (await readCoreLoan(tx.db, loanId)) ?? (await begin(tx, loanId))
    if (newest.number <= kept.taken) return
    const entries = planned(postings, kept.taken)
    const closed = owedBy(postings) <= 0
    const day = newest.booked_on
    if (closed && !kept.closed)
      entries.push({
        id: stableId(`core ${newest.id} closed`),
        kind: 'closed',
        posting_id: null,
        of: null,
        day,
        amount: 0,
      })
    await insertIntents(tx.db, kept, entries, clock.now())
    const last = kept.last + entries.length
    await updateCoreLoan(tx.db, loanId, { taken: newest.number, last, closed, quiet: false })
  }
}
