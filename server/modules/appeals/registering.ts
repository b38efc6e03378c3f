import { type AppealKind, deadlinesOf, type EnteredWay, isAboutLoan, refusalWays } from '#contract/appeals.ts'
import { holidayOn } from '#contract/calculation.ts'
import type { CallAnswer } from '#contract/call.ts'
import type { holidayTerms } from '#contract/calls/appeals.ts'
import { addDays, formatDate, type IsoDate } from '#contract/dates.ts'
import type { HolidayGround } from '#contract/holidays.ts'
import type { NamedActor } from '#contract/journal.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { fail } from '#server/platform/failure.ts'
import { newId } from '#server/platform/ids.ts'
import { lockName } from '#server/platform/locks.ts'
import type { Tx } from '#server/platform/transaction.ts'
import type { KnownLoan } from '../loans/index.ts'
import { type AppealBook, type AppealParts, aboutAppeal } from './book.ts'
import { conditionsOf, groundsOn } from './conditions.ts'
import { type AppealRow, countOpen, grantedFor, insertAppeal, newestRequest, openAppeal } from './store.ts'

/** Beyond so many that wait, somebody is to be written to by hand. */
const mostOpen = 20
/** A letter older than this is no letter that has just come. */
const oldestDays = 90
/** Nobody serves longer under one contract. */
const longestServiceDays = 10 * 366

export interface Asking {
  readonly kind: AppealKind
  readonly words: string
  readonly loan?: string | undefined
  readonly ground?: HolidayGround | undefined
  readonly months?: number | undefined
  readonly serviceUntil?: string | undefined
}

/** What came otherwise than from the cabinet, as the staff enter it. */
export interface Entering extends Asking {
  readonly way: EnteredWay
  readonly cameOn: string
  readonly contract?: string | undefined
  readonly client?: string | undefined
}

interface Registered {
  readonly clientId: string
  readonly known: KnownLoan | null
  readonly way: AppealRow['way']
  readonly cameOn: IsoDate
  readonly by: NamedActor
}

const wrong = (field: string, message: string) => fail('bad_request', { issues: [{ field, message }] })

/** How an appeal is registered: by the borrower, or by the staff who enter what came on paper. */
export function createRegistering(
  { platform, loans, contacts, lender, notify, isClient }: AppealParts,
  book: AppealBook,
) {
  const { clock, db } = platform
  const { rules } = lender
  const { today, seal, owner } = book

  /** Whether a holiday or new terms may be asked for at all: of a running loan, in the terms that the law knows. */
  function checked(known: KnownLoan | null, { kind, ground, months, serviceUntil }: Asking, cameOn: IsoDate): void {
    if (!isAboutLoan(kind)) return
    if (!known) throw wrong('loan', 'Укажите заём')
    if (known.state !== 'running') throw fail('state_conflict')
    if (kind !== 'holiday') return
    if (!ground || !groundsOn(rules, cameOn).includes(ground)) throw wrong('ground', 'Выберите причину')
    if (holidayOn(known.loan, today())) throw fail('state_conflict')
    if (ground === 'service') {
      const last = addDays(cameOn, longestServiceDays)
      if (!serviceUntil || serviceUntil < cameOn || serviceUntil > last)
        throw wrong('serviceUntil', 'Укажите последний день службы; если он неизвестен — последний день контракта')
      return
    }
    const { mostMonths } = requiredRuleOn(rules, 'holiday', cameOn)
    if (!months || months > mostMonths) throw wrong('months', `От 1 до ${mostMonths} месяцев`)
  }

  async function register(tx: Tx, asked: Asking, { clientId, known, way, cameOn, by }: Registered): Promise<AppealRow> {
    const { kind } = asked
    checked(known, asked, cameOn)
    // Two windows at once: the second sees what the first has registered.
    await lockName(tx.db, `appeals of ${clientId}`)
    const same = { client_id: clientId, kind, loan_id: known?.id ?? null }
    const before = kind === 'complaint' ? undefined : await openAppeal(tx.db, same)
    if (before) return before
    if ((await countOpen(tx.db, clientId)) >= mostOpen) throw fail('too_often')
    const id = newId()
    const { answerBy, silenceOn } = deadlinesOf(kind, cameOn, rules, lender.calendar)
    const holiday = kind === 'holiday'
    const serves = holiday && asked.ground === 'service'
    const made = await insertAppeal(tx.db, {
      ...same,
      id,
      // About no loan: messages and papers go with the newest request there is.
      request_id: known?.requestId ?? (await newestRequest(tx.db, clientId)),
      state: 'open',
      way,
      entered_by: by.kind === 'staff' ? by.id : null,
      ground: holiday ? (asked.ground ?? null) : null,
      months: holiday && !serves ? (asked.months ?? null) : null,
      service_until: serves ? (asked.serviceUntil ?? null) : null,
      words: await seal(tx, { client_id: clientId, id }, 'words', asked.words),
      came_at: clock.now(),
      came_on: cameOn,
      answer_by: answerBy,
      silence_on: silenceOn,
    })
    const { number } = made
    tx.journal({
      event: 'appeal.register',
      actor: by,
      subject: aboutAppeal(id),
      data: { number, kind, answerBy, ...(known && { loan: known.id }), ...(way !== 'cabinet' && { way, cameOn }) },
    })
    await notify(tx, owner(made), 'appealRegistered', { number, until: answerBy })
    return made
  }

  return {
    /** What the law asks for a holiday of an own loan today, as whoever would ask for it is told. */
    async terms(clientId: string, loanId: string, ground: HolidayGround): Promise<CallAnswer<typeof holidayTerms>> {
      const { loan, state } = await loans.own(clientId, loanId)
      const on = today()
      return {
        grounds: groundsOn(rules, on),
        mostMonths: requiredRuleOn(rules, 'holiday', on).mostMonths,
        conditions: conditionsOf({
          asked: { ground, months: null, serviceUntil: null },
          cameOn: on,
          today: on,
          loan,
          runs: state === 'running',
          had: (await grantedFor(db, loanId)).map((row) => row.ground),
          bankrupt: (await contacts.stopOf(clientId)) === 'bankruptcy',
          rules,
        }),
      }
    },

    /** Registers what a borrower asks for; the one that is open about the same matter stays the one. */
    async create(tx: Tx, clientId: string, asked: Asking): Promise<AppealRow> {
      const isLoans = isAboutLoan(asked.kind)
      const known = isLoans && asked.loan ? await loans.lock(tx, asked.loan, clientId) : null
      const by = { kind: 'client', id: clientId } as const
      return register(tx, asked, { clientId, known, way: 'cabinet', cameOn: today(), by })
    },

    /** Registers what came on paper, from the day it came. */
    async enter(tx: Tx, staffId: string, asked: Entering) {
      const { kind, way } = asked
      const cameOn = asked.cameOn as IsoDate
      const earliest = addDays(today(), -oldestDays)
      if (cameOn > today() || cameOn < earliest)
        throw wrong('cameOn', `День, когда обращение пришло: с ${formatDate(earliest)} по сегодня`)
      if (kind === 'contactRefusal' && !refusalWays.includes(way))
        throw wrong(
          'way',
          'Отказ от взаимодействия действует, только если пришёл по почте, через нотариуса или принесён лично',
        )
      const contract = asked.contract?.trim()
      const loanId = asked.loan ?? (contract ? await loans.numbered(tx, contract) : null)
      if (contract && !loanId) throw wrong('contract', 'Займа с таким номером договора нет')
      const known = loanId ? await loans.lock(tx, loanId) : null
      const clientId = known?.clientId ?? asked.client
      if (!clientId) throw wrong('contract', 'Укажите номер договора')
      if (!known) await isClient(tx, clientId)
      if (known && cameOn < known.loan.startDate) throw wrong('cameOn', 'Тогда займа ещё не было')
      const about = isAboutLoan(kind) ? known : null
      const row = await register(tx, asked, { clientId, known: about, way, cameOn, by: { kind: 'staff', id: staffId } })
      return { id: row.id, number: row.number, answerBy: row.answer_by }
    },
  }
}
