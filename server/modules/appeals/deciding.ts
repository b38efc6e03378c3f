import { type AppealOutcome, isAboutLoan, outcomeOf } from '#contract/appeals.ts'
import { debtOn, newTermsPlan } from '#contract/calculation.ts'
import { addDays, addMonths, formatDate, type IsoDate } from '#contract/dates.ts'
import type { HolidayCondition } from '#contract/holidays.ts'
import type { NamedActor } from '#contract/journal.ts'
import { hasRight, type RightsHolder, type StaffRight } from '#contract/roles.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import { addWorkingDays } from '#contract/workingDays.ts'
import { fail } from '#server/platform/failure.ts'
import { secondWord } from '#server/platform/second-word.ts'
import type { Tx } from '#server/platform/transaction.ts'
import { type AppealBook, type AppealParts, aboutAppeal } from './book.ts'
import { conditionsOf, holidayEnd, type Judged, unkeptOf } from './conditions.ts'
import { type AppealRow, appealsOver, grantedFor, type NewTerms, updateAppeal } from './store.ts'

interface Staff extends RightsHolder {
  readonly id: string
}

export interface Decision {
  readonly outcome: AppealOutcome
  readonly answer: string
  readonly terms?: NewTerms | undefined
  readonly judged?: Judged | undefined
}

const wrong = (field: string, message: string) => fail('bad_request', { issues: [{ field, message }] })

/** What is asked for of a holiday, as it was registered. */
export const askedOf = ({ ground, months, service_until }: AppealRow) => ({
  ground: ground ?? ('income' as const),
  months,
  serviceUntil: service_until as IsoDate | null,
})

const nobodyAsked = { asked_by: null, asked_at: null } as const
const job: NamedActor = { kind: 'job', id: 'appeals' }

/** How appeals are answered: by whom, in what time, and what the answer does. */
export function createDeciding(parts: AppealParts, book: AppealBook) {
  const { platform, loans, lender, notify } = parts
  const { clock } = platform
  const { today, seal, owner, locked } = book

  /** The appeal as the member of the staff has seen it, still to be answered. */
  async function seen(tx: Tx, id: string, version: number): Promise<AppealRow> {
    const row = await locked(tx, id)
    if (row.state !== 'open' && row.state !== 'papers') throw fail('state_conflict')
    if (row.version !== version) throw fail('version_conflict')
    return row
  }

  async function beginHoliday(tx: Tx, row: AppealRow, actor: NamedActor): Promise<void> {
    const cameOn = row.came_on as IsoDate
    const end = holidayEnd(askedOf(row), cameOn, lender.rules)
    const plan = await loans.beginHoliday(tx, row.loan_id ?? '', actor, cameOn, end)
    await notify(tx, owner(row), 'holidayBegan', { from: plan.on, until: plan.until ?? plan.on })
  }

  /** What an answer does beyond being given. */
  async function effect(tx: Tx, row: AppealRow, outcome: AppealOutcome, staff: Staff): Promise<void> {
    const { kind, number } = row
    if (kind === 'holiday' && outcome === 'granted') return beginHoliday(tx, row, { kind: 'staff', id: staff.id })
    if (kind === 'holiday') return notify(tx, owner(row), 'holidayRefused', { number })
    if (outcome === 'offered') {
      const known = await loans.lock(tx, row.loan_id ?? '')
      if (known.state !== 'running') throw fail('state_conflict')
      return notify(tx, owner(row), 'newTermsOffered', { until: offerUntil() })
    }
    if (outcome === 'stopped' || outcome === 'lawyer') {
      const ground = outcome === 'stopped' ? 'refusal' : 'lawyer'
      await parts.contacts.stop(tx, row.client_id, ground, staff.id)
    }
    await notify(tx, owner(row), 'appealAnswered', { number })
    if (kind === 'dataDeletion' && outcome === 'done') await parts.forget(tx, row.client_id)
  }

  /** Whether the law lets a person refuse all contacts already: so many months after the debt became overdue. */
  async function mayRefuseAll(tx: Tx, row: AppealRow): Promise<boolean> {
    const { fromMonths } = requiredRuleOn(lender.rules, 'contactRefusal', row.came_on as IsoDate)
    for (const { loan } of await loans.ofAccounts([row.client_id], tx)) {
      const { overdueDays } = debtOn(loan, today(), lender.rules)
      if (overdueDays > 0 && addMonths(addDays(today(), -overdueDays), fromMonths) <= today()) return true
    }
    return false
  }

  const offerUntil = () => addDays(today(), requiredRuleOn(lender.rules, 'restructuring', today()).offerDays)

  async function finish(tx: Tx, row: AppealRow, outcome: AppealOutcome, staff: Staff): Promise<void> {
    const offered = outcome === 'offered'
    await updateAppeal(tx.db, row, {
      state: offered ? 'offered' : 'answered',
      outcome,
      decided_by: staff.id,
      decided_at: clock.now(),
      offer_until: offered ? offerUntil() : null,
    })
    tx.journal({
      event: 'appeal.answer',
      actor: { kind: 'staff', id: staff.id },
      subject: aboutAppeal(row.id),
      data: { outcome, ...(row.asked_by && { askedBy: row.asked_by }), ...seenBy(row) },
    })
    await effect(tx, row, outcome, staff)
  }

  /**
   * A holiday and new terms are decided by whoever may set terms, a refusal of contacts by whoever may stop them; the refusal of a holiday is confirmed
   * by another right.
   */
  const rightFor = ({ kind }: AppealRow): StaffRight =>
    isAboutLoan(kind) ? 'appeals.terms' : kind === 'contactRefusal' ? 'contacts.stop' : 'appeals.answer'
  const mayDecide = (row: AppealRow, staff: Staff): boolean => hasRight(staff, rightFor(row))

  async function checked(tx: Tx, row: AppealRow, { outcome, terms }: Decision) {
    const known = outcomeOf(row.kind, outcome)
    if (!known) throw wrong('outcome', 'Так на это не отвечают')
    if ((outcome === 'offered') !== (terms !== undefined)) throw wrong('terms', 'Укажите, сколько платежей и как часто')
    if (outcome === 'stopped' && !(await mayRefuseAll(tx, row))) {
      const { fromMonths } = requiredRuleOn(lender.rules, 'contactRefusal', row.came_on as IsoDate)
      const message = `Отказаться от всех обращений можно с ${fromMonths} месяцев просрочки: назначьте представителя или ответьте, почему нельзя`
      throw wrong('outcome', message)
    }
    return known
  }

  /** The conditions of the law for a holiday as they stand now. */
  async function conditions(row: AppealRow, tx?: Tx) {
    const id = row.loan_id ?? ''
    const { loan, state } = await (tx ? loans.lock(tx, id) : loans.own(row.client_id, id))
    return conditionsOf({
      asked: askedOf(row),
      cameOn: row.came_on as IsoDate,
      today: today(),
      loan,
      runs: state === 'running',
      had: (await grantedFor(tx?.db ?? platform.db, id)).map(({ ground }) => ground),
      bankrupt: (await parts.contacts.stopOf(row.client_id, tx)) === 'bankruptcy',
      rules: lender.rules,
    })
  }

  /** The law decides on a holiday: it is given where all is kept, and refused only for what is not. Answers what is not. */
  async function heldToLaw(tx: Tx, row: AppealRow, outcome: AppealOutcome, judged: Judged | null | undefined) {
    if (row.kind !== 'holiday') return null
    if (!judged) throw wrong('judged', 'Ответьте, что видно по документам')
    const seen = await conditions(row, tx)
    const unkept = unkeptOf(seen, judged)
    const title = (code: HolidayCondition) => seen.find((one) => one.code === code)?.title ?? code
    if (outcome === 'granted' && unkept.length > 0)
      throw wrong('outcome', `По закону каникул дать нельзя, не выполнено: ${unkept.map(title).join('; ')}`)
    if (outcome === 'refused' && unkept.length === 0)
      throw wrong('outcome', 'Все условия закона выполнены: отказать нельзя')
    return unkept
  }

  /** What the journal says of who looked at the papers of a holiday. */
  const seenBy = ({ judged, unkept }: Pick<AppealRow, 'judged' | 'unkept'>) =>
    judged ? { judged: { ...judged }, unkept: unkept ?? [] } : {}

  /** What silence or time has decided. */
  async function pass(tx: Tx, id: string): Promise<void> {
    const row = await locked(tx, id)
    if (row.state === 'offered' && row.offer_until && row.offer_until < today()) {
      await updateAppeal(tx.db, row, { state: 'answered' })
      tx.journal({ event: 'appeal.over', actor: job, subject: aboutAppeal(id) })
      return
    }
    if (row.state !== 'open' || !row.silence_on || row.silence_on >= today()) return
    const known = await loans.lock(tx, row.loan_id ?? '')
    const outcome = known.state === 'running' ? 'granted' : 'refused'
    const answer = await seal(
      tx,
      row,
      'answer',
      outcome === 'granted'
        ? 'Мы не ответили в срок, поэтому каникулы начались так, как вы просили.'
        : 'Заём уже возвращён, каникулы не нужны.',
    )
    await updateAppeal(tx.db, row, { ...nobodyAsked, state: 'answered', outcome, answer, decided_at: clock.now() })
    tx.journal({ event: 'appeal.silence', actor: job, subject: aboutAppeal(id), data: { outcome } })
    platform.log.error({ appeal: id }, 'a holiday was not answered in time: set as asked')
    if (outcome === 'granted') await beginHoliday(tx, row, job)
  }

  platform.jobs.every('appeals', 60_000, async () => {
    for (const id of await appealsOver(platform.db, today(), 100)) await platform.transact((tx) => pass(tx, id))
  })

  return {
    pass,
    conditions,

    /** Asks for what is missing, once; of a holiday within the days the law gives for it. */
    async askPapers(tx: Tx, id: string, version: number, words: string, staff: Staff): Promise<void> {
      const row = await seen(tx, id, version)
      if (row.papers) throw fail('state_conflict')
      if (row.kind === 'holiday') {
        const cameOn = row.came_on as IsoDate
        const { papersWorkingDays } = requiredRuleOn(lender.rules, 'holiday', cameOn)
        const until = addWorkingDays(lender.calendar, cameOn, papersWorkingDays)
        const message = `Документы можно было запросить до ${formatDate(until)}: решайте по тому, что есть`
        if (today() > until) throw fail('invalid_answers', { issues: [{ field: 'words', message }] })
      }
      const papers = await seal(tx, row, 'papers', words)
      await updateAppeal(tx.db, row, { ...nobodyAsked, state: 'papers', papers })
      tx.journal({ event: 'appeal.papers', actor: { kind: 'staff', id: staff.id }, subject: aboutAppeal(id) })
      await notify(tx, owner(row), 'appealPapers', { number: row.number })
    },

    /** More time for a complaint, once. */
    async extend(tx: Tx, id: string, version: number, words: string, staff: Staff): Promise<void> {
      const row = await seen(tx, id, version)
      if (row.kind !== 'complaint' || row.extended) throw fail('state_conflict')
      const { extensionWorkingDays } = requiredRuleOn(lender.rules, 'complaints', row.came_on as IsoDate)
      const answerBy = addWorkingDays(lender.calendar, row.answer_by as IsoDate, extensionWorkingDays)
      const papers = await seal(tx, row, 'papers', words)
      await updateAppeal(tx.db, row, { extended: true, answer_by: answerBy, papers })
      const actor = { kind: 'staff', id: staff.id } as const
      tx.journal({ event: 'appeal.extend', actor, subject: aboutAppeal(id), data: { answerBy } })
      await notify(tx, owner(row), 'appealExtended', { number: row.number, until: answerBy })
    },

    /** Answers, or leaves the answer for a second person. Answers whether it is given. */
    async decide(tx: Tx, id: string, version: number, decision: Decision, staff: Staff): Promise<boolean> {
      const row = await seen(tx, id, version)
      if (!mayDecide(row, staff)) throw fail('forbidden')
      const { two } = await checked(tx, row, decision)
      const { outcome, terms = null, judged = null } = decision
      const law = { judged, unkept: await heldToLaw(tx, row, outcome, judged) }
      const answer = await seal(tx, row, 'answer', decision.answer)
      if (!two) {
        const kept = await updateAppeal(tx.db, row, { ...nobodyAsked, answer, terms, ...law })
        await finish(tx, kept, outcome, staff)
        return true
      }
      await updateAppeal(tx.db, row, {
        answer,
        outcome,
        terms,
        ...law,
        asked_by: staff.id,
        asked_at: clock.now(),
      })
      const actor = { kind: 'staff', id: staff.id } as const
      tx.journal({ event: 'appeal.propose', actor, subject: aboutAppeal(id), data: { outcome, ...seenBy(law) } })
      return false
    },

    mayConfirm: (row: AppealRow, staff: Staff): boolean =>
      row.asked_by !== null &&
      row.asked_by !== staff.id &&
      row.outcome !== null &&
      (row.kind === 'holiday' ? hasRight(staff, 'appeals.confirm') : mayDecide(row, staff)),

    /** The second word on what the first one wrote. */
    async confirm(tx: Tx, id: string, version: number, staff: Staff): Promise<void> {
      const row = await seen(tx, id, version)
      if (!row.asked_by || !row.outcome) throw fail('state_conflict')
      if (row.asked_by !== staff.id && !this.mayConfirm(row, staff)) throw fail('forbidden')
      await secondWord(tx, row.asked_by, staff.id, 'appeals.answer')
      // What the first one saw may have changed since.
      await heldToLaw(tx, row, row.outcome, row.judged)
      await finish(tx, row, row.outcome, staff)
    },

    /** The payments that are offered, counted from a day. */
    planOf: ({ terms }: AppealRow, on: IsoDate) => {
      if (!terms) throw new Error('new terms without terms')
      return newTermsPlan(on, terms, lender.calendar)
    },
  }
}

export type Deciding = ReturnType<typeof createDeciding>
