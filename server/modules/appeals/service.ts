import {
  type AppealKind,
  type appealStates,
  clockRuns,
  deadlinesOf,
  type HolidayGround,
  isAboutLoan,
} from '#contract/appeals.ts'
import { holidayOn, scheduleOn } from '#contract/calculation.ts'
import type { AppealView } from '#contract/calls/appeals.ts'
import type { IsoDate } from '#contract/dates.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { dateInZone } from '#contract/zones.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KnownLoan } from '../loans/index.ts'
import { type AppealParts, aboutAppeal, createAppealBook } from './book.ts'
import { createDeciding } from './deciding.ts'
import { createAppealDesk } from './desk.ts'
import { type AppealRow, appealsOf, countOpen, insertAppeal, lockAppeal, openAppeal, updateAppeal } from './store.ts'

/** Beyond so many that wait, somebody is to be written to by hand. */
const mostOpen = 20

export interface Asking {
  readonly kind: AppealKind
  readonly words: string
  readonly loan?: string | undefined
  readonly ground?: HolidayGround | undefined
  readonly months?: number | undefined
}

/** What borrowers ask of the lender in so many words, from its registration to the answer. */
export function createAppeals(parts: AppealParts) {
  const { platform, loans, lender, notify } = parts
  const { clock, db } = platform
  const book = createAppealBook(parts)
  const { today, seal, unseal, owner } = book
  const deciding = createDeciding(parts, book)

  async function view(row: AppealRow, tx?: Tx): Promise<AppealView> {
    const at = tx?.db ?? db
    const answered = row.state === 'answered' || row.state === 'offered'
    return {
      id: row.id,
      number: row.number,
      kind: row.kind,
      state: row.state,
      loan: row.loan_id,
      cameOn: row.came_on,
      answerBy: row.answer_by,
      extended: row.extended,
      words: (await unseal(at, row, 'words')) ?? '',
      papersWanted: await unseal(at, row, 'papers'),
      outcome: answered ? row.outcome : null,
      answer: answered ? await unseal(at, row, 'answer') : null,
      answeredOn: answered && row.decided_at ? dateInZone(row.decided_at, lender.zone) : null,
      offer: row.state === 'offered' ? await offerOf(row, tx) : null,
    }
  }

  /** The payments as they would be if the borrower agreed today. */
  async function offerOf(row: AppealRow, tx?: Tx): Promise<AppealView['offer']> {
    const id = row.loan_id ?? ''
    const { loan } = await (tx ? loans.lock(tx, id, row.client_id) : loans.own(row.client_id, id))
    const on = today()
    const anew = { ...loan, reschedulings: [...(loan.reschedulings ?? []), deciding.planOf(row, on)] }
    const rows = scheduleOn(anew, on, lender.rules).filter(({ date }) => date > on)
    return {
      rows: rows.map(({ date, lastDay, payment }) => ({ date, lastDay, payment })),
      until: row.offer_until ?? on,
    }
  }

  /** The running loan an appeal is about, and whether it may be asked for at all. */
  async function about(tx: Tx, clientId: string, asked: Asking): Promise<KnownLoan | null> {
    if (!isAboutLoan(asked.kind)) return null
    const wrong = (field: string, message: string) => fail('bad_request', { issues: [{ field, message }] })
    if (!asked.loan) throw wrong('loan', 'Укажите заём')
    const known = await loans.lock(tx, asked.loan, clientId)
    if (known.state !== 'running') throw fail('state_conflict')
    if (asked.kind !== 'holiday') return known
    const { mostMonths } = requiredRuleOn(lender.rules, 'holiday', today())
    if (!asked.ground) throw wrong('ground', 'Выберите причину')
    if (!asked.months || asked.months > mostMonths) throw wrong('months', `От 1 до ${mostMonths} месяцев`)
    if (holidayOn(known.loan, today())) throw fail('state_conflict')
    return known
  }

  async function own(tx: Tx, clientId: string, id: string, ...states: readonly (keyof typeof appealStates)[]) {
    const row = await lockAppeal(tx.db, id)
    if (row?.client_id !== clientId) throw fail('not_found')
    if (!states.includes(row.state)) throw fail('state_conflict')
    return row
  }

  return {
    ...createAppealDesk(parts, book, deciding),

    async list(clientId: string): Promise<AppealView[]> {
      return Promise.all((await appealsOf(db, clientId)).map((row) => view(row)))
    },

    /** Registers an appeal; the one that is open about the same matter stays the one. */
    async create(tx: Tx, clientId: string, asked: Asking): Promise<AppealView> {
      const known = await about(tx, clientId, asked)
      const { kind } = asked
      const same = { client_id: clientId, kind, loan_id: known?.id ?? null }
      const before = kind === 'complaint' ? undefined : await openAppeal(tx.db, same)
      if (before) return view(before, tx)
      if ((await countOpen(tx.db, clientId)) >= mostOpen) throw fail('too_often')
      const id = newId()
      const came_on = today()
      const { answerBy, silenceOn } = deadlinesOf(kind, came_on, lender.rules, lender.calendar)
      const made = await insertAppeal(tx.db, {
        ...same,
        id,
        request_id: known?.requestId ?? null,
        state: 'open',
        ground: kind === 'holiday' ? (asked.ground ?? null) : null,
        months: kind === 'holiday' ? (asked.months ?? null) : null,
        words: await seal(tx, { client_id: clientId, id }, 'words', asked.words),
        came_at: clock.now(),
        came_on,
        answer_by: answerBy,
        silence_on: silenceOn,
      })
      // Two windows at once: the other one was first.
      if (!made) throw fail('state_conflict')
      const { number } = made
      tx.journal({
        event: 'appeal.register',
        actor: { kind: 'client', id: clientId },
        subject: aboutAppeal(id),
        data: { number, kind, answerBy, ...(known && { loan: known.id }) },
      })
      await notify(tx, owner(made), 'appealRegistered', { number, until: answerBy })
      return view(made, tx)
    },

    /** What was missing has come: the clock that waited for it begins anew. */
    async supplement(tx: Tx, clientId: string, id: string, words: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'papers')
      const waited = !clockRuns(row.kind, row.state)
      const { answerBy, silenceOn } = waited
        ? deadlinesOf(row.kind, today(), lender.rules, lender.calendar)
        : { answerBy: row.answer_by, silenceOn: row.silence_on }
      const before = await unseal(tx.db, row, 'words')
      const kept = await updateAppeal(tx.db, row, {
        state: 'open',
        words: await seal(tx, row, 'words', `${before}\n\nДополнено ${today()}:\n${words.trim()}`),
        answer_by: answerBy,
        silence_on: silenceOn,
      })
      const actor = { kind: 'client', id: clientId } as const
      tx.journal({ event: 'appeal.supplement', actor, subject: aboutAppeal(id), data: { answerBy } })
      return view(kept, tx)
    },

    async withdraw(tx: Tx, clientId: string, id: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'open', 'papers', 'offered')
      const kept = await updateAppeal(tx.db, row, { state: 'withdrawn' })
      tx.journal({ event: 'appeal.withdraw', actor: { kind: 'client', id: clientId }, subject: aboutAppeal(id) })
      return view(kept, tx)
    },

    /** The borrower agrees to new terms: they are in force from today. */
    async accept(tx: Tx, clientId: string, id: string): Promise<AppealView> {
      const row = await own(tx, clientId, id, 'offered')
      if (row.offer_until && row.offer_until < today()) throw fail('offer_over')
      const actor = { kind: 'client', id: clientId } as const
      const plan = deciding.planOf(row, today())
      await loans.beginNewTerms(tx, row.loan_id ?? '', actor, plan)
      const kept = await updateAppeal(tx.db, row, { state: 'answered', outcome: 'granted' })
      tx.journal({ event: 'appeal.accept', actor, subject: aboutAppeal(id) })
      await notify(tx, owner(row), 'newTermsBegan', { first: plan.rows[0]?.date as IsoDate })
      return view(kept, tx)
    },

    endHoliday: (tx: Tx, clientId: string, loanId: string) => loans.endHoliday(tx, loanId, clientId),
    ...deciding,
  }
}

export type Appeals = ReturnType<typeof createAppeals>
