import type { Kysely } from 'kysely'
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
import { formatRoubles, type Kopecks, kopecks } from '#contract/money.ts'
import type { LoanRequest } from '#contract/request.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Requests, StoredRequest } from '../requests/index.ts'
import { reminder, remindOn } from './reminders.ts'
import {
  insertLoan,
  insertPayment,
  type LoanRow,
  loansOf,
  loansToRemind,
  lockLoan,
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
  /** A payment was counted: a prolongation may have waited for it. In the same transaction, the loan's row locked. */
  readonly paymentCame: (tx: Tx, loanId: string) => Promise<void>
  /** Tells the borrower; `waits`: it may wait for the morning. In the same transaction. */
  readonly tell: (tx: Tx, client: { id: string; requestId: string }, kind: LoanNotice, text: string) => Promise<void>
}

type LoanNotice = 'loanClosed' | 'paymentReceived' | 'paymentReminder'

/** A loan as other modules see it. */
export interface KnownLoan {
  readonly id: string
  readonly requestId: string
  readonly clientId: string
  readonly state: LoanRow['state']
  readonly loan: RunningLoan
}

const place = (id: string) => ({ table: 'loan', id })

/** A loan from the money's arrival to the last payment. The debt is computed, never stored. */
export function createLoans({ platform, requests, lender, signedPrice, paymentCame, tell }: Parts) {
  const { clock, clientKeys, jobs } = platform
  const today = () => dateInZone(clock.now(), lender.zone)

  const keptOf = async (db: Kysely<unknown>, row: LoanRow) =>
    (await clientKeys.of(db, row.client_id)).unseal<RunningLoan>(row.sealed, place(row.id))

  /** The loan with what was paid. Inside a transaction, give its `db`. */
  async function running(db: Kysely<unknown>, row: LoanRow): Promise<RunningLoan> {
    const kept = await keptOf(db, row)
    const payments = await paymentsOf(db, row.id)
    const paid = payments.map(({ at, amount }) => ({ date: dateInZone(at, lender.zone), amount: kopecks(amount) }))
    return { ...kept, payments: paid }
  }

  function view(row: LoanRow, loan: RunningLoan, on: IsoDate): LoanView {
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

  const known = async (db: Kysely<unknown>, row: LoanRow): Promise<KnownLoan> => ({
    id: row.id,
    requestId: row.request_id,
    clientId: row.client_id,
    state: row.state,
    loan: await running(db, row),
  })

  const owner = (row: LoanRow) => ({ id: row.client_id, requestId: row.request_id })

  /** The payment is told of, the next reminder is set; a loan that is paid in full is closed. */
  async function afterPayment(tx: Tx, row: LoanRow, { provider, amount }: PaymentNotice): Promise<void> {
    if (row.state !== 'running') return
    const loan = await running(tx.db, row)
    const debt = debtOn(loan, today(), lender.rules)
    if (!debt.closedOn) {
      await updateLoan(tx.db, row.id, { remind_on: remindOn(loan, today(), lender.rules) })
      const left = `платёж ${formatRoubles(kopecks(amount))} получен, до закрытия займа сегодня осталось ${formatRoubles(debt.total)}.`
      return tell(tx, owner(row), 'paymentReceived', left)
    }
    await updateLoan(tx.db, row.id, { state: 'closed', closed_at: clock.now(), remind_on: null })
    await tell(tx, owner(row), 'loanClosed', 'заём закрыт, вы ничего не должны. Спасибо!')
    const request = await requests.lock(tx, row.request_id)
    await requests.touch(tx, request, { shown: { loan: { id: row.id, state: 'closed', dueDate: row.due_date } } })
    tx.journal({
      event: 'loan.close',
      actor: { kind: 'provider', id: provider },
      subject: { kind: 'loan', id: row.id },
      data: { overpaid: debt.overpaid },
    })
  }

  /** Reminds of tomorrow's payments, once each. */
  async function remind(): Promise<void> {
    for (const id of await loansToRemind(platform.db, today(), 200)) {
      await platform.transact(async (tx) => {
        const row = await lockLoan(tx.db, id)
        if (row?.state !== 'running' || !row.remind_on || row.remind_on > today()) return
        const loan = await running(tx.db, row)
        const text = reminder(loan, today(), lender.rules)
        await updateLoan(tx.db, id, { remind_on: remindOn(loan, addDays(today(), 1), lender.rules) })
        if (text) await tell(tx, owner(row), 'paymentReminder', text)
      })
    }
  }
  jobs.every('loan.reminders', 10 * 60_000, remind)

  return {
    today,
    remind,

    /** A client's own loan, or `not_found`. */
    async own(clientId: string, id: string): Promise<KnownLoan> {
      return known(platform.db, await ownedRow(clientId, id))
    },

    /** Locks a loan for change. With `clientId`, only its owner's: else `not_found`. */
    async lock(tx: Tx, id: string, clientId?: string): Promise<KnownLoan> {
      const row = await lockLoan(tx.db, id)
      if (!row || (clientId !== undefined && row.client_id !== clientId)) throw fail('not_found')
      return known(tx.db, row)
    },

    /** Moves the date of return, in force from a day. The loan's row is locked by the caller. */
    async prolong(tx: Tx, loanId: string, { on, dueDate }: { on: IsoDate; dueDate: IsoDate }): Promise<void> {
      const row = await lockLoan(tx.db, loanId)
      if (!row) throw fail('not_found')
      const kept = await keptOf(tx.db, row)
      const prolongations = [...kept.prolongations, { on, dueDate }]
      const sealed = (await clientKeys.of(tx.db, row.client_id)).seal({ ...kept, prolongations }, place(row.id))
      const moved = await running(tx.db, { ...row, sealed })
      const remind_on = remindOn(moved, today(), lender.rules)
      await updateLoan(tx.db, loanId, { sealed, due_date: dueDate, remind_on })
      const request = await requests.lock(tx, row.request_id)
      await requests.touch(tx, request, { shown: { loan: { id: loanId, state: row.state, dueDate } } })
      tx.journal({
        event: 'loan.prolong',
        actor: { kind: 'client', id: row.client_id },
        subject: { kind: 'loan', id: loanId },
        data: { on, dueDate },
      })
    },

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
        sealed: request.sealing.seal(runningLoan(price, contractDate), place(id)),
        opened_at: clock.now(),
        closed_at: null,
        remind_on: remindOn(runningLoan(price, contractDate), today(), lender.rules),
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
      const loan = await running(platform.db, row)
      const earliest = loan.startDate
      const latest = addDays(today(), 400)
      const day = on < earliest ? earliest : on > latest ? latest : on
      return view(row, loan, day)
    },

    async list(clientId: string): Promise<LoanView[]> {
      const rows = await loansOf(platform.db, clientId)
      return Promise.all(rows.map(async (row) => view(row, await running(platform.db, row), today())))
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
      if (fresh) {
        tx.journal({
          event: 'loan.payment',
          actor: { kind: 'provider', id: notice.provider },
          subject: { kind: 'loan', id: loanId },
          data: { amount: notice.amount, providerId: notice.providerId },
        })
        await afterPayment(tx, row, notice)
        await paymentCame(tx, loanId)
      }
      const now = (await readLoan(tx.db, loanId)) ?? row
      return view(now, await running(tx.db, now), today())
    },
  }
}

export type Loans = ReturnType<typeof createLoans>
