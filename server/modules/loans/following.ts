import { debtOn, nextPayment, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import { addDays, daysBetween, type IsoDate, lastOfMonth } from '#contract/dates.ts'
import type { RuleTable } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type BookAccount, type Fact, type Followed, type ReadFollowed, transfer } from '../ledger/index.ts'
import { createLoanBook, type LoanBook, type LoanParts, paperJob } from './book.ts'
import { addUpSums, loansToLook, lookedOn, putDesks } from './desk-store.ts'
import { eachDue } from './each-due.ts'
import { monthsOf, startOf } from './months.ts'
import { putMonths, putStarts } from './months-store.ts'
import { paidInHoliday } from './papers.ts'
import type { RefundRow } from './refunds-store.ts'
import { type LoanRow, lockLoans, type PaymentRow, readLoans } from './store.ts'
import { suspenseProvider } from './suspense-store.ts'

/** The one id a payment has in the book, whether a loan took it or it waits in suspense. */
export const paymentSource = (provider: string, providerId: string) => `payment:${provider}:${providerId}`

interface Stray {
  readonly provider: string
  readonly provider_id: string
  readonly amount: number
}

/** Where money stands that was heard of: a line of a statement is on our account, a provider's word is not yet. */
export const standsOn = (provider: string) =>
  provider.startsWith('bank:') ? (provider as `bank:${string}`) : (`transit:${provider}` as const)

/** Money that no loan could take. */
export const strayFact = ({ provider, provider_id, amount }: Stray, day: IsoDate): Fact => ({
  kind: 'suspense',
  source: paymentSource(provider, provider_id),
  day,
  lines: transfer(amount, standsOn(provider), 'suspense'),
})

/** Money given back: ordered it is owed no more but under way, and back where it was if the provider does not take it. */
export function refundFacts(
  { id, provider, amount, day, state, paid_from }: RefundRow,
  from: 'overpaid' | 'suspense',
): Fact[] {
  const fact = (kind: Fact['kind'], source: string, lines: Fact['lines']): Fact => ({
    kind,
    source: `${source}:${id}`,
    day,
    lines,
  })
  const ordered = fact('refund', 'refund', transfer(amount, from, 'refunds'))
  const left = (paid_from as BookAccount | null) ?? standsOn(provider)
  if (state === 'succeeded') return [ordered, fact('refunded', 'refunded', transfer(amount, 'refunds', left))]
  return state === 'cancelled' ? [ordered, fact('refund', 'refundBack', transfer(amount, 'refunds', from))] : [ordered]
}

/** The day on which something next happens to a loan by itself, after a day: a date, the day it becomes overdue, the end of a month. */
export function nextLook(loan: RunningLoan, today: IsoDate, rules: RuleTable): IsoDate {
  const days = scheduleOn(loan, today, rules).flatMap(({ date, lastDay }) => [date, addDays(lastDay, 1)])
  // What is asked of the first payment is known on these days.
  const first = loan.schedule[0]?.lastDay ?? loan.startDate
  const looks = [5, 30].map((late) => addDays(first, late))
  // What ends the overdue grows each day: lists and figures show that of today.
  const { overdueDays, capReached } = debtOn(loan, today, rules)
  const tomorrow = overdueDays > 0 && !capReached ? [addDays(today, 1)] : []
  // What was paid inside a holiday changes the payments after it.
  const ends = (loan.reschedulings ?? []).flatMap(({ until }) => until ?? [])
  return [...days, ...looks, ...ends, ...tomorrow, lastOfMonth(addDays(today, 1))]
    .filter((day) => day > today)
    .sort()[0]!
}

/** What happened outside to a loan, as the book writes it. */
export function factsOf(
  { id: loanId }: Pick<LoanRow, 'id'>,
  loan: Pick<RunningLoan, 'startDate' | 'principal'>,
  payments: readonly PaymentRow[],
  given: readonly RefundRow[],
  zone: string,
): Fact[] {
  const payout: Fact = {
    kind: 'payout',
    source: `payout:${loanId}`,
    day: loan.startDate,
    lines: transfer(loan.principal, 'principal', 'transit:payout'),
  }
  const paid = payments.flatMap(({ id, provider, provider_id, amount, at, paid_on, voided_at, voided_to }): Fact[] => {
    const day = paid_on ?? dateInZone(at, zone)
    // Placed from suspense: the money came before, and stands there.
    const placed = provider === suspenseProvider
    const stood = placed ? 'suspense' : standsOn(provider)
    const source = placed ? `placed:${provider_id}` : paymentSource(provider, provider_id)
    const came: Fact = {
      kind: placed ? 'placed' : 'payment',
      source,
      day,
      lines: transfer(amount, stood, 'received'),
    }
    const lines = transfer(amount, 'received', (voided_to as BookAccount | null) ?? stood)
    return voided_at ? [came, { kind: 'void', source: `void:${id}`, day, lines }] : [came]
  })
  return [payout, ...paid, ...given.flatMap((refund) => refundFacts(refund, 'overpaid'))]
}

/** What the office lists a loan by, and what figures over months are added up from, at the end of a day. */
export function standingOf(loanId: string, loan: RunningLoan, day: IsoDate, rules: RuleTable) {
  const debt = debtOn(loan, day, rules)
  const next = debt.closedOn ? null : nextPayment(loan, day, rules)
  return {
    months: monthsOf(loan, day, rules),
    start: { loan_id: loanId, ...startOf(loan, day, rules) },
    desk: {
      loan_id: loanId,
      principal: debt.principal,
      due: debt.due,
      overdue_since: debt.overdueDays > 0 ? addDays(day, 1 - debt.overdueDays) : null,
      next_date: next?.date ?? null,
      next_amount: next?.amount ?? null,
      looked_on: day,
      next_look: debt.closedOn ? null : nextLook(loan, day, rules),
    },
  }
}

/** A server that was down on the last day of a holiday prints the schedule when it is back. */
const latestPaperDays = 7

/** A holiday has ended in which money came: its new schedule is printed, once, by the day it ends (353-ФЗ art. 6.1-2). */
function endedWithMoney(loan: RunningLoan, day: IsoDate): boolean {
  const last = loan.reschedulings?.at(-1)
  if (!last?.until || daysBetween(last.until, day) > latestPaperDays) return false
  return paidInHoliday(loan, last, day) > 0
}

const batch = 200

const halves = (ids: readonly string[]) => [ids.slice(0, ids.length >> 1), ids.slice(ids.length >> 1)] as const

/** Keeps the book of the ledger, and what the office lists loans by, at what the calculation says. */
export function createFollowing({ platform, lender, ledger, contacts }: LoanParts, book: LoanBook) {
  const { opened, today } = book
  const { rules, zone } = lender

  async function followAll(tx: Tx, ids: readonly string[], clientId?: string): Promise<void> {
    const found = await opened(tx.db, await lockLoans(tx.db, ids, clientId))
    if (found.length === 0) return
    const day = today()
    const told = found.map(({ row, loan, payments, refunds }) => ({
      id: row.id,
      loan,
      facts: factsOf(row, loan, payments, refunds, zone),
    }))
    await ledger.follow(tx, told, day)
    const loans = new Map(told.map(({ id, loan }) => [id, loan]))
    await contacts.settlePromises(tx, [...loans.keys()], clientId, (id, from, to) =>
      (loans.get(id)?.payments ?? []).reduce(
        (all, { date, amount }) => (date >= from && date <= to ? all + amount : all),
        0,
      ),
    )
    const standing = told.map(({ id, loan }) => ({ id, ...standingOf(id, loan, day, rules) }))
    await putMonths(tx.db, standing)
    await putStarts(
      tx.db,
      standing.map(({ start }) => start),
    )
    await putDesks(
      tx.db,
      standing.map(({ desk }) => desk),
    )
    for (const { row, loan } of found) {
      const paper = { loanId: row.id, kind: 'schedule' } as const
      if (row.state === 'running' && endedWithMoney(loan, day)) await tx.send(paperJob, paper)
      await tx.emit('loan.followed', { loanId: row.id })
    }
  }

  /** Follows some in one transaction, or fewer at a time where one of them cannot be. Answers those that could not. */
  async function followEach(ids: readonly string[]): Promise<readonly string[]> {
    try {
      await platform.transact((tx) => followAll(tx, ids))
      return []
    } catch (error) {
      if (ids.length > 1) {
        const [some, others] = halves(ids)
        return [...(await followEach(some)), ...(await followEach(others))]
      }
      platform.log.error({ err: error, loan: ids[0] }, 'a loan could not be followed')
      return ids
    }
  }

  return {
    follow: (tx: Tx, loanId: string, clientId?: string): Promise<void> => followAll(tx, [loanId], clientId),

    /** Follows every running loan to which something has happened by itself; one that cannot be keeps no other waiting. */
    async look(): Promise<void> {
      await eachDue(
        (but) => loansToLook(platform.db, { today: today(), but, limit: batch }),
        async (ids) => {
          const left = await followEach(ids)
          await addUpSums(platform.db)
          return left
        },
      )
      const over = await contacts.promisesOver()
      if (over.length > 0) await followEach(over)
      await addUpSums(platform.db)
    },
  }
}

/** Reads loans as they were when the book last followed them; not those nobody can read any more. */
export function followedLoans(
  platform: LoanParts['platform'],
  lender: LoanParts['lender'],
  { opened } = createLoanBook({ platform, lender }),
): ReadFollowed {
  return async function read(ids): Promise<ReadonlyMap<string, Followed>> {
    if (ids.length === 0) return new Map()
    const looked = await lookedOn(platform.db, ids)
    try {
      const rows = (await readLoans(platform.db, ids)).filter(({ id }) => looked.has(id))
      const found = await opened(platform.db, rows)
      return new Map(found.map(({ row, loan }) => [row.id, { loan, through: looked.get(row.id) as IsoDate }]))
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'not_found')) throw error
      const [some, others] = halves(ids)
      return ids.length === 1 ? new Map() : new Map([...(await read(some)), ...(await read(others))])
    }
  }
}

export type Following = ReturnType<typeof createFollowing>
