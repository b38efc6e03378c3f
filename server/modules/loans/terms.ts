import {
  type AccrualStop,
  debtOn,
  holidayOn,
  holidayPlan,
  lastDue,
  type Prolongation,
  type Rescheduling,
  type RunningLoan,
} from '#contract/calculation.ts'
import { addDays, type IsoDate, later } from '#contract/dates.ts'
import type { NamedActor } from '#contract/journal.ts'
import { fail } from '#server/platform/failure.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type LoanBook, type LoanParts, paperJob, place } from './book.ts'
import type { Following } from './following.ts'
import { remindOn } from './reminders.ts'
import { type LoanRow, lockLoan, updateLoan } from './store.ts'

/** Terms of a running loan that change after its payout: a later date of return, a holiday, payments agreed on anew. */
export function createTerms(parts: LoanParts, { today, keptOf, running }: LoanBook, follow: Following['follow']) {
  const { platform, requests, lender } = parts
  const { rules } = lender

  async function locked(tx: Tx, id: string): Promise<LoanRow> {
    const row = await lockLoan(tx.db, id)
    if (!row) throw fail('not_found')
    return row
  }

  async function keep(tx: Tx, row: LoanRow, kept: RunningLoan): Promise<void> {
    const sealed = (await platform.clientKeys.of(tx.db, row.client_id)).seal(kept, place(row.id))
    const loan = await running(tx.db, { ...row, sealed })
    const dueDate = lastDue(loan, today()).date
    await updateLoan(tx.db, row, { sealed, due_date: dueDate, remind_on: remindOn(loan, today(), rules) })
    const request = await requests.lock(tx, row.request_id, row.client_id)
    await requests.touch(tx, request, { shown: { loan: { id: row.id, state: row.state, dueDate } } })
  }

  /** From the day asked for, but not before what was agreed on last, and never from a day on which the loan was over. */
  function from(loan: RunningLoan, asked: IsoDate): IsoDate {
    const agreed = [...loan.prolongations, ...(loan.reschedulings ?? [])].map(({ on }) => on)
    const holidays = (loan.reschedulings ?? []).flatMap(({ until }) => until ?? [])
    return [...agreed, ...holidays, loan.startDate].reduce(later, asked)
  }

  async function reschedule(tx: Tx, id: string, actor: NamedActor, plan: (loan: RunningLoan) => Rescheduling) {
    const row = await locked(tx, id)
    const loan = await running(tx.db, row)
    if (row.state !== 'running' || debtOn(loan, today(), rules).closedOn) throw fail('state_conflict')
    const made = plan(loan)
    const kept = await keptOf(tx.db, row)
    await keep(tx, row, { ...kept, reschedulings: [...(kept.reschedulings ?? []), made] })
    const { on, until, rows } = made
    const subject = { kind: 'loan', id } as const
    tx.journal({ event: 'loan.reschedule', actor, subject, data: { on, until, payments: rows.length } })
    await follow(tx, id)
    await tx.send(paperJob, { loanId: id, kind: 'schedule' })
    return made
  }

  return {
    /** Days on which penalty or nothing at all is charged, instead of those of the same ground; the book is written anew from there. */
    async stopCharges(
      tx: Tx,
      loanId: string,
      actor: NamedActor,
      ground: AccrualStop['ground'],
      stop: Omit<AccrualStop, 'ground'> | null,
    ): Promise<void> {
      const row = await locked(tx, loanId)
      if (row.state !== 'running') return
      const kept = await keptOf(tx.db, row)
      const others = (kept.stops ?? []).filter((one) => one.ground !== ground)
      const stops = stop ? [...others, { ground, ...stop }] : others
      await keep(tx, row, { ...kept, stops })
      tx.journal({ event: 'loan.stop', actor, subject: { kind: 'loan', id: loanId }, data: { stops: stops.length } })
      await follow(tx, loanId)
    },

    /** Moves the date of return, in force from a day. The loan's row is locked by the caller. */
    async prolong(tx: Tx, loanId: string, moved: Prolongation): Promise<void> {
      const row = await locked(tx, loanId)
      const kept = await keptOf(tx.db, row)
      await keep(tx, row, { ...kept, prolongations: [...kept.prolongations, moved] })
      tx.journal({
        event: 'loan.prolong',
        actor: { kind: 'client', id: row.client_id },
        subject: { kind: 'loan', id: loanId },
        data: { on: moved.on, dueDate: moved.dueDate },
      })
      await follow(tx, loanId)
    },

    /** A holiday of some days from a day on, also one that is past: the book is written anew from there. */
    beginHoliday: (tx: Tx, id: string, actor: NamedActor, asked: IsoDate, untilOf: (on: IsoDate) => IsoDate) =>
      reschedule(tx, id, actor, (loan) => {
        const on = from(loan, asked)
        return holidayPlan(loan, on, untilOf(on), rules, lender.calendar)
      }),

    /** New terms from today on. */
    beginNewTerms: (tx: Tx, id: string, actor: NamedActor, plan: Rescheduling) =>
      reschedule(tx, id, actor, (loan) => {
        if (holidayOn(loan, today())) throw fail('state_conflict')
        return plan
      }),

    /** The borrower wants to pay again: the holiday ends with this day. */
    async endHoliday(tx: Tx, id: string, clientId: string): Promise<void> {
      const row = await locked(tx, id)
      if (row.client_id !== clientId) throw fail('not_found')
      const loan = await running(tx.db, row)
      const on = today()
      const open = holidayOn(loan, on)
      if (row.state !== 'running' || !open || open.until === on) throw fail('state_conflict')
      const before = (loan.reschedulings ?? []).filter((one) => one.on !== open.on || one.until !== open.until)
      // A holiday has at least a day, or there is none.
      const until = later(on, addDays(open.on, 1))
      const plan = holidayPlan({ ...loan, reschedulings: before }, open.on, until, rules, lender.calendar)
      await keep(tx, row, { ...(await keptOf(tx.db, row)), reschedulings: [...before, plan] })
      const actor = { kind: 'client', id: clientId } as const
      tx.journal({ event: 'loan.holidayEnd', actor, subject: { kind: 'loan', id }, data: { on: until } })
      await follow(tx, id)
      await tx.send(paperJob, { loanId: id, kind: 'schedule' })
    },
  }
}
