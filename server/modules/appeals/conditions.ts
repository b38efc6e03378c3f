import { holidayOn, type RunningLoan } from '#contract/calculation.ts'
import { addDays, addMonths, type IsoDate } from '#contract/dates.ts'
import {
  type HolidayCondition,
  type HolidayGround,
  holidayGrounds,
  type JudgedCondition,
  judgedConditions,
} from '#contract/holidays.ts'
import { formatRoubles } from '#contract/money.ts'
import { type RuleTable, requiredRuleOn, ruleOn } from '#contract/rules.ts'

export interface HolidayAsked {
  readonly ground: HolidayGround
  /** Null: as long as the service. */
  readonly months: number | null
  /** Of service: its last day, as far as it is known. */
  readonly serviceUntil: IsoDate | null
}

/** What a person said of the papers. */
export type Judged = Readonly<Record<JudgedCondition, boolean>>

interface Case {
  readonly asked: HolidayAsked
  /** The day it came. */
  readonly cameOn: IsoDate
  readonly today: IsoDate
  readonly loan: RunningLoan
  readonly runs: boolean
  /** Grounds of the holidays this loan has had. */
  readonly had: readonly (HolidayGround | null)[]
  /** The staff know of it. */
  readonly bankrupt: boolean
  readonly rules: RuleTable
}

export interface Condition {
  readonly code: HolidayCondition
  readonly title: string
  /** Null: a person has to say. */
  readonly kept: boolean | null
}

/** Grounds that may be named on a day: service only while its law lasts. */
export const groundsOn = (rules: RuleTable, day: IsoDate): HolidayGround[] =>
  (Object.keys(holidayGrounds) as HolidayGround[]).filter(
    (ground) => ground !== 'service' || ruleOn(rules, 'serviceHoliday', day) !== null,
  )

/** The last day of a holiday that begins on a day. */
export function holidayEnd(
  { ground, months, serviceUntil }: HolidayAsked,
  cameOn: IsoDate,
  rules: RuleTable,
): (on: IsoDate) => IsoDate {
  if (ground !== 'service' || !serviceUntil) return (on) => addMonths(on, months ?? 1)
  const until = addDays(serviceUntil, requiredRuleOn(rules, 'serviceHoliday', cameOn).extraDays)
  return (on) => (until > on ? until : addDays(on, 1))
}

/** Each condition in the words that the borrower and the staff read, by the rules of the day the demand came. */
export function conditionTitles(rules: RuleTable, cameOn: IsoDate): Readonly<Record<HolidayCondition, string>> {
  const { loanUpTo, mostMonths } = requiredRuleOn(rules, 'holiday', cameOn)
  return {
    running: 'Заём не возвращён',
    sum: `Сумма займа до ${formatRoubles(loanUpTo)}`,
    length: `Каникулы не дольше ${mostMonths} месяцев`,
    firstOfGround: 'По этой причине каникул по займу ещё не было',
    noOther: 'Других каникул сейчас нет',
    ground: 'Документы подтверждают причину',
    noJudgment: 'Суд не взыскал долг, банкротства нет',
  }
}

/** What the law asks, each with whether it is so. Those in service have no bound of sum and length, and may ask again (377-ФЗ). */
export function conditionsOf({ asked, cameOn, today, loan, runs, had, bankrupt, rules }: Case): Condition[] {
  const { loanUpTo, mostMonths } = requiredRuleOn(rules, 'holiday', cameOn)
  const titles = conditionTitles(rules, cameOn)
  const one = (code: HolidayCondition, kept: boolean | null) => ({ code, title: titles[code], kept })
  const bounded =
    asked.ground === 'service'
      ? []
      : [
          one('sum', loan.principal <= loanUpTo),
          one('length', (asked.months ?? 0) <= mostMonths),
          one('firstOfGround', !had.includes(asked.ground)),
        ]
  return [
    one('running', runs),
    ...bounded,
    one('noOther', holidayOn(loan, today) === null),
    one('ground', null),
    one('noJudgment', bankrupt ? false : null),
  ]
}

/** What is not kept, by the book and by the person who has read the papers. */
export const unkeptOf = (conditions: readonly Condition[], judged: Judged): HolidayCondition[] =>
  conditions
    .filter(({ code, kept }) => kept === false || judgedConditions.some((name) => name === code && !judged[name]))
    .map(({ code }) => code)
