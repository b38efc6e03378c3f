import { debtOn, runningLoan } from '#contract/calculation.ts'
import type { LoanView } from '#contract/calls/loans.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import type { Happenings } from '#contract/happenings.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { Debtor } from '../contacts/index.ts'
import { createLoanBook, type KnownLoan, type LoanParts, type PaperKind, paperJob, place } from './book.ts'
import { createCorrections } from './corrections.ts'
import { eachDue } from './each-due.ts'
import { createFollowing, followedLoans } from './following.ts'
import { newSchedule, scheduleVersion, settledPaper } from './papers.ts'
import { createPartReturns } from './part-returns.ts'
import { createPayments } from './payments.ts'
import { loanReactions } from './reactions.ts'
import { createLoanReading } from './reading.ts'
import { createRefunds } from './refunds.ts'
import { remindOn, type Telling, tellingsOn } from './reminders.ts'
import {
  insertLoan,
  isBooked,
  type LoanRow,
  loanByNumber,
  loansOf,
  loansToRemind,
  lockLoan,
  paymentsOf,
  readLoan,
  updateLoan,
} from './store.ts'
import { inSuspense, isInSuspense, waitingIn } from './suspense-store.ts'
import { createTerms } from './terms.ts'

/** A loan from the money's arrival to the last payment. The debt is computed, never stored. */
export function createLoans(parts: LoanParts) {
  const { platform, requests, lender, contacts, papers, notify } = parts
  const { clock, jobs, log } = platform
  const book = createLoanBook(parts)
  const { today, running, view, ownedRow, known, owner, debtor } = book
  const { follow, look } = createFollowing(parts, book)

  /** A message about an overdue debt is counted first, and goes out when the law lets it. */
  async function tellOne(tx: Tx, row: LoanRow, telling: Telling): Promise<void> {
    // Nobody reads it, or nobody may be written to: a court's manager pays.
    const stop = await contacts.stopOf(row.client_id, tx)
    if (stop === 'death' || stop === 'bankruptcy') return
    if (telling.kind === 'paymentReminder') return notify(tx, owner(row), telling.kind, telling.says)
    const { kind } = telling
    const notBefore = await contacts.message(tx, debtor(row), kind)
    if (notBefore === null) return log.warn({ loan: row.id, kind }, 'a borrower who may not be written to was not told')
    await notify(tx, { ...owner(row), notBefore }, kind, telling.says)
  }

  async function remindOne(tx: Tx, id: string): Promise<void> {
    const row = await lockLoan(tx.db, id)
    if (row?.state !== 'running' || !row.remind_on || row.remind_on > today()) return
    const loan = await running(tx.db, row)
    await updateLoan(tx.db, row, { remind_on: remindOn(loan, addDays(today(), 1), lender.rules) })
    for (const telling of tellingsOn({ loan, contract: row.contract_number, lender }, today()))
      if (await contacts.first(tx, row, telling.kind, telling.about)) return tellOne(tx, row, telling)
  }

  /** Tells of the payments to come and of those that were missed, each once. */
  async function remind(): Promise<void> {
    await eachDue(
      (but) => loansToRemind(platform.db, { today: today(), but, limit: 200 }),
      async (ids) => {
        const left: string[] = []
        for (const id of ids)
          await platform
            .transact((tx) => remindOne(tx, id))
            .catch((error: unknown) => {
              log.error({ err: error, loan: id }, 'a borrower could not be reminded')
              left.push(id)
            })
        return left
      },
    )
  }

  /** The money has come: the loan runs from today, the request's list shows it, and its owner is told. */
  async function begin(
    tx: Tx,
    { requestId, price, contractDate, number, tariffs }: Happenings['loan.began'],
  ): Promise<void> {
    const request = await requests.lock(tx, requestId)
    const id = newId()
    const loan = runningLoan(price, contractDate, lender.calendar)
    const row: LoanRow = {
      id,
      request_id: requestId,
      client_id: request.client_id,
      state: 'running',
      contract_number: number,
      due_date: price.lastDate,
      principal: price.principal,
      sealed: request.sealing.seal(loan, place(id)),
      opened_at: clock.now(),
      closed_at: null,
      remind_on: remindOn(loan, today(), lender.rules),
      tariffs,
    }
    await insertLoan(tx.db, row)
    tx.journal({
      event: 'loan.open',
      actor: { kind: 'job', id: 'payout' },
      subject: { kind: 'loan', id },
      data: { request: requestId, principal: price.principal, due: price.lastDate, tariffs },
    })
    await follow(tx, id, row.client_id)
    await requests.touch(tx, request, { shown: { loan: { id, state: 'running', dueDate: price.lastDate } } })
    await notify(tx, owner(row), 'paid', { dueDate: price.lastDate })
  }

  platform.reactions.add('loans', loanReactions({ begin }))
  jobs.define<{ loanId: string; kind: PaperKind }>(paperJob, async ({ loanId, kind }) => {
    const row = await readLoan(platform.db, loanId)
    const request = row && (await requests.find(row.request_id))
    if (!row || !request) return
    const paper = { lender, facts: requests.facts(request), known: await known(platform.db, row), today: today() }
    if (kind === 'settled') await papers(request, kind, '1', settledPaper(paper))
    else await papers(request, kind, scheduleVersion(paper.known.loan, paper.today), newSchedule(paper))
  })
  jobs.every('loan.reminders', 10 * 60_000, remind)
  jobs.every('loan.look', 60_000, look)
  const payments = createPayments(parts, book, follow)
  return {
    today,
    remind,
    look,
    followed: followedLoans(platform, lender, book),
    ...payments,
    ...createCorrections(parts, book, follow, payments),
    ...createRefunds(parts, book, follow),
    ...createTerms(parts, book, follow),
    waitingIn: (after: { at: Date; id: string } | null, limit: number) => waitingIn(platform.db, after, limit),
    inSuspense: () => inSuspense(platform.db),

    ...createPartReturns(parts, book),
    ...createLoanReading(platform, book),

    /** The loan of a contract's number, or null. */
    numbered: async (tx: Tx, contract: string) => (await loanByNumber(tx.db, contract))?.id ?? null,

    /** What a payer reads of a loan: no name, no debt. */
    async contractOf(tx: Tx, id: string): Promise<string> {
      return `Погашение займа по договору ${(await readLoan(tx.db, id))?.contract_number ?? ''}`
    },

    /** What has become of a payment a provider told of. */
    async heardOf(tx: Tx, provider: string, providerId: string): Promise<'booked' | 'waiting' | null> {
      if (await isBooked(tx.db, provider, providerId)) return 'booked'
      return (await isInSuspense(tx.db, provider, providerId)) ? 'waiting' : null
    },

    /** Any loan, as the staff read it: as its owner sees it, and every payment of it. */
    async seen(id: string, on: IsoDate = today()) {
      const row = await readLoan(platform.db, id)
      if (!row) throw fail('not_found')
      const loan = await running(platform.db, row)
      const day = on < loan.startDate ? loan.startDate : on
      const payments = await paymentsOf(platform.db, row)
      return { debtor: debtor(row), view: await view(platform.db, row, loan, day), payments }
    },

    /** Whose debt a loan is, locked, and how late it is. */
    async debtor(tx: Tx, id: string): Promise<{ debtor: Debtor; overdueDays: number }> {
      const row = await lockLoan(tx.db, id)
      if (!row) throw fail('not_found')
      const { overdueDays } = debtOn(await running(tx.db, row), today(), lender.rules)
      return { debtor: debtor(row), overdueDays }
    },

    /** A client's own loan, or `not_found`. */
    async own(clientId: string, id: string): Promise<KnownLoan> {
      return known(platform.db, await ownedRow(clientId, id))
    },

    /** Locks a loan for change. With `clientId`, only its owner's: else `not_found`. */
    async lock(tx: Tx, id: string, clientId?: string): Promise<KnownLoan> {
      const row = await lockLoan(tx.db, id, clientId)
      if (!row) throw fail('not_found')
      return known(tx.db, row)
    },

    async get(clientId: string, id: string, on: IsoDate = today()): Promise<LoanView> {
      const row = await ownedRow(clientId, id)
      const loan = await running(platform.db, row)
      const earliest = loan.startDate
      const latest = addDays(today(), 400)
      const day = on < earliest ? earliest : on > latest ? latest : on
      return view(platform.db, row, loan, day)
    },

    /** Every loan of these accounts, as other modules see it. */
    async ofAccounts(clientIds: readonly string[], tx?: Tx): Promise<KnownLoan[]> {
      const db = tx?.db ?? platform.db
      return Promise.all((await loansOf(db, clientIds)).map((row) => known(db, row)))
    },

    /** Loans of one account, or of all accounts of a person; newest first. */
    async list(...clientIds: string[]): Promise<LoanView[]> {
      const rows = await loansOf(platform.db, clientIds)
      return Promise.all(rows.map(async (row) => view(platform.db, row, await running(platform.db, row), today())))
    },
  }
}

export type Loans = ReturnType<typeof createLoans>
