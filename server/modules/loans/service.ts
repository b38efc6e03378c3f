import {
  debtOn,
  earlyReturn,
  lastDueDate,
  nextPayment,
  type Quote,
  type RunningLoan,
  runningLoan,
  scheduleOn,
} from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { PublicLender } from '#contract/lender.ts'
import { type Kopecks, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import {
  insertLoan,
  insertPayment,
  type LoanRow,
  loansOf,
  lockLoan,
  type PaymentRow,
  paymentsOf,
  readLoan,
  updateLoan,
} from './store.ts'

export interface PaymentNotice {
  readonly provider: string
  /** The provider's own id: the same one is counted once. */
  readonly providerId: string
  /** Whole kopecks. */
  readonly amount: number
}

interface Parts {
  readonly platform: Platform
  readonly requests: Requests
  readonly lender: PublicLender
  /** The signed terms, priced for the day the money came. */
  readonly signedPrice: (
    tx: Tx,
    request: StoredRequest,
    startDate: IsoDate,
  ) => Promise<{ price: Quote; contractDate: IsoDate }>
}

const place = (id: string) => ({ table: 'loan', id })

/** A loan from the money's arrival to the last payment. The debt is computed, never stored. */
export function createLoans({ platform, requests, lender, signedPrice }: Parts) {
  const { clock, sealing } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  function running(row: LoanRow, payments: readonly PaymentRow[]): RunningLoan {
    const kept = sealing.unseal<RunningLoan>(row.sealed, place(row.id))
    const paid = payments.map(({ at, amount }) => ({ date: dateInZone(at, lender.zone), amount: kopecks(amount) }))
    return { ...kept, payments: paid }
  }

  function view(row: LoanRow, payments: readonly PaymentRow[], on: IsoDate): LoanView {
    const loan = running(row, payments)
    const debt = debtOn(loan, on, lender.rules)
    const open = row.state === 'running'
    const early = open ? earlyReturn(loan, on, lender.rules) : null
    const next = open ? nextPayment(loan, on, lender.rules) : null
    let left: Kopecks = loan.principal
    return {
      id: row.id,
      requestId: row.request_id,
      state: row.state,
      principal: loan.principal,
      dailyRate: loan.dailyRate,
      startDate: loan.startDate,
      dueDate: lastDueDate(loan, on),
      contractDate: loan.contractDate,
      debt: {
        on,
        total: debt.total,
        principal: debt.principal,
        interest: debt.interest,
        penalty: debt.penalty,
        due: debt.due,
        overdueDays: debt.overdueDays,
      },
      next,
      schedule: scheduleOn(loan, on).map(({ date, balance }) => {
        const payment = kopecks(left - balance)
        left = balance
        return { date, payment, balance }
      }),
      payments: loan.payments.map(({ date, amount }) => ({ date, amount })),
      earlyReturn: early && {
        pay: early.pay,
        saved: early.saved,
        withoutNoticeUntil: early.withoutNoticeUntil,
      },
      paymentLink: `${lender.contacts.paymentPageLink}?loan=${row.id}`,
    }
  }

  async function ownedRow(clientId: string, id: string): Promise<LoanRow> {
    const row = await readLoan(platform.db, id)
    if (row?.client_id !== clientId) throw fail('not_found')
    return row
  }

  return {
    today,

    /** The money has come: the loan runs from today. Answers what the request's list shows of it. */
    async open(tx: Tx, request: StoredRequest): Promise<LoanRequest['loan']> {
      const { price, contractDate } = await signedPrice(tx, request, today())
      const id = newId()
      await insertLoan(tx.db, {
        id,
        request_id: request.id,
        client_id: request.client_id,
        state: 'running',
        due_date: price.lastDate,
        principal: price.principal,
        sealed: sealing.seal(runningLoan(price, contractDate), place(id)),
        opened_at: clock.now(),
        closed_at: null,
      })
      tx.journal({
        event: 'loan.open',
        actor: { kind: 'job', id: 'payout' },
        subject: { kind: 'loan', id },
        data: { request: request.id, principal: price.principal, due: price.lastDate },
      })
      return { id, state: 'running', dueDate: price.lastDate }
    },

    async hadLoan(tx: Tx, clientId: string): Promise<boolean> {
      return (await loansOf(tx.db, clientId)).length > 0
    },

    async get(clientId: string, id: string, on: IsoDate = today()): Promise<LoanView> {
      const row = await ownedRow(clientId, id)
      const earliest = running(row, []).startDate
      const latest = addDays(today(), 400)
      const day = on < earliest ? earliest : on > latest ? latest : on
      return view(row, await paymentsOf(platform.db, id), day)
    },

    async list(clientId: string): Promise<LoanView[]> {
      const rows = await loansOf(platform.db, clientId)
      return Promise.all(rows.map(async (row) => view(row, await paymentsOf(platform.db, row.id), today())))
    },

    /** A payment the provider has confirmed, once for each of its ids; the last one closes the loan. */
    async received(tx: Tx, loanId: string, notice: PaymentNotice, clientId?: string): Promise<LoanView> {
      const row = await lockLoan(tx.db, loanId)
      if (!row || (clientId !== undefined && row.client_id !== clientId)) throw fail('not_found')
      const fresh = await insertPayment(tx.db, {
        id: newId(),
        loan_id: loanId,
        provider: notice.provider,
        provider_id: notice.providerId,
        amount: notice.amount,
        at: clock.now(),
      })
      const payments = await paymentsOf(tx.db, loanId)
      if (!fresh) return view(row, payments, today())
      tx.journal({
        event: 'loan.payment',
        actor: { kind: 'provider', id: notice.provider },
        subject: { kind: 'loan', id: loanId },
        data: { amount: notice.amount, providerId: notice.providerId },
      })
      const debt = debtOn(running(row, payments), today(), lender.rules)
      if (!debt.closedOn || row.state !== 'running') return view(row, payments, today())
      const closed: LoanRow = { ...row, state: 'closed', closed_at: clock.now() }
      await updateLoan(tx.db, loanId, { state: closed.state, closed_at: closed.closed_at })
      const request = await requests.lock(tx, row.request_id)
      await requests.touch(tx, request, { shown: { loan: { id: loanId, state: 'closed', dueDate: row.due_date } } })
      tx.journal({
        event: 'loan.close',
        actor: { kind: 'provider', id: notice.provider },
        subject: { kind: 'loan', id: loanId },
        data: { overpaid: debt.overpaid },
      })
      return view(closed, payments, today())
    },
  }
}

export type Loans = ReturnType<typeof createLoans>
