import type { Kysely } from 'kysely'
import type { RunningLoan } from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { kopecks } from '#contract/money.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Contacts, Debtor } from '../contacts/index.ts'
import type { PrintedContent } from '../documents/index.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Notify } from '../messages/index.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { type RefundRow, refundsOfLoans, stands } from './refunds-store.ts'
import { isGood, type LoanRow, openPartReturn, type PaymentRow, paymentsOfMany, readLoan } from './store.ts'
import { loanView } from './view.ts'

export interface LoanParts {
  readonly platform: Platform
  readonly requests: Requests
  readonly lender: Lender
  readonly ledger: Ledger
  readonly contacts: Contacts
  /** Prints, keeps and seals a paper of a request, once each. */
  readonly papers: (request: StoredRequest, kind: PaperKind, version: string, content: PrintedContent) => Promise<void>
  readonly notify: Notify
}

/** Papers the lender gives of its own accord: printed and sealed by a job, outside of any transaction. */
export type PaperKind = 'schedule' | 'settled'
export const paperJob = 'loan.paper'

/** A loan as other modules see it. */
export interface KnownLoan {
  readonly id: string
  readonly requestId: string
  readonly clientId: string
  readonly state: LoanRow['state']
  /** The number of its contract. */
  readonly contract: string
  /** The hash of the tariffs it was made by; null: they had no versions. */
  readonly tariffs: string | null
  readonly loan: RunningLoan
}

/** A loan with what was paid and given back, and what says so. */
export interface OpenedLoan {
  readonly row: LoanRow
  readonly loan: RunningLoan
  readonly payments: readonly PaymentRow[]
  readonly refunds: readonly RefundRow[]
}

export const place = (id: string) => ({ table: 'loan', id })

/** Reads a loan with what was paid, and shows it: what every part of the module works with. */
export function createLoanBook({ platform, lender }: Pick<LoanParts, 'platform' | 'lender'>) {
  const { clock, clientKeys } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  const keptOf = async (db: Kysely<unknown>, row: LoanRow) =>
    (await clientKeys.of(db, row.client_id)).unseal<RunningLoan>(row.sealed, place(row.id))

  function withPaid(kept: RunningLoan, payments: readonly PaymentRow[], refunds: readonly RefundRow[]): RunningLoan {
    const paid = payments.filter(isGood).map(({ at, paid_on, amount, part_return: partReturn }) => ({
      date: (paid_on as IsoDate | null) ?? dateInZone(at, lender.zone),
      amount: kopecks(amount),
      partReturn,
    }))
    const given = refunds.filter(stands).map(({ day, amount }) => ({ date: day as IsoDate, amount: kopecks(amount) }))
    return { ...kept, payments: paid, ...(given.length > 0 && { refunds: given }) }
  }

  /** Loans with what was paid and given back, and the rows that say so; few questions for many. Inside a transaction, give its `db`. */
  async function opened(db: Kysely<unknown>, rows: readonly LoanRow[]): Promise<OpenedLoan[]> {
    if (rows.length === 0) return []
    const ids = rows.map(({ id }) => id)
    const keys = await clientKeys.ofMany(db, [...new Set(rows.map((row) => row.client_id))])
    const paid = Map.groupBy(await paymentsOfMany(db, rows), (payment) => payment.loan_id)
    const given = Map.groupBy(await refundsOfLoans(db, ids), (refund) => refund.loan_id)
    return rows.map((row) => {
      const [payments, refunds] = [paid.get(row.id) ?? [], given.get(row.id) ?? []]
      const kept = keys(row.client_id).unseal<RunningLoan>(row.sealed, place(row.id))
      return { row, loan: withPaid(kept, payments, refunds), payments, refunds }
    })
  }

  /** The loan with what was paid. Inside a transaction, give its `db`. */
  const running = async (db: Kysely<unknown>, row: LoanRow): Promise<RunningLoan> => (await opened(db, [row]))[0]!.loan

  /** The loan as its owner sees it on a day. */
  async function view(db: Kysely<unknown>, row: LoanRow, loan: RunningLoan, on: IsoDate): Promise<LoanView> {
    const known = { contract: row.contract_number, partReturnAsked: await openPartReturn(db, row, on) }
    return loanView(row, loan, on, lender, known)
  }

  async function ownedRow(clientId: string, id: string): Promise<LoanRow> {
    const row = await readLoan(platform.db, id, clientId)
    if (!row) throw fail('not_found')
    return row
  }

  const known = async (db: Kysely<unknown>, row: LoanRow): Promise<KnownLoan> => ({
    id: row.id,
    requestId: row.request_id,
    clientId: row.client_id,
    state: row.state,
    contract: row.contract_number,
    tariffs: row.tariffs,
    loan: await running(db, row),
  })

  const owner = (row: LoanRow) => ({ clientId: row.client_id, requestId: row.request_id })

  const debtor = (row: LoanRow): Debtor => ({ loanId: row.id, clientId: row.client_id, requestId: row.request_id })

  return { today, keptOf, opened, running, view, ownedRow, known, owner, debtor }
}

export type LoanBook = ReturnType<typeof createLoanBook>
