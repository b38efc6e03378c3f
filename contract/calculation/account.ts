import { daysBetween, type IsoDate } from '../dates.ts'
import type { RuleValue } from '../rules.ts'
import type { Fraction } from './exact.ts'
import type { LoanRow, Rescheduling, RunningLoan } from './loan.ts'

/** What has fallen due of one payment and is not paid. */
export interface DueRow {
  readonly lastDay: IsoDate
  interest: number
  principal: number
}

/** A loan at the end of a day, whole kopecks. Changed in place by the walk through its life and seen by nobody else. */
export interface Account {
  single: boolean
  /** all of it, due or not */
  principal: number
  /** charged in this period and not due */
  interest: number
  /** interest put off by a holiday or new terms: falls due with the last payment */
  putOff: number
  /** oldest first */
  due: DueRow[]
  penalty: number
  /** paid early: waits for the date of its payment */
  held: number
  overpaid: number
  /** interest and penalty over the whole life */
  charged: number
  closedOn: IsoDate | null
  /** payments in force, past ones too */
  rows: readonly LoanRow[]
  everyDays: number
  /** the last of the rows is for the interest put off alone */
  ownRow: boolean
  /** the holiday that runs, and the period as it stood when that began */
  holiday: {
    readonly plan: Rescheduling
    readonly interest: number
    readonly interestDays: number
    readonly periodInterest: number
  } | null
  periodStart: IsoDate
  /** kopeck-days of this period, and the interest charged on them: whole kopecks are charged, no part of one is lost */
  interestDays: number
  periodInterest: number
  /** the same of the penalty, over the whole life */
  penaltyDays: { common: number; leap: number; withoutInterest: number }
  penaltyInAll: number
}

/** What the rules and the contract say, read once for a walk. */
export interface Terms {
  readonly dailyRate: string
  readonly daily: Fraction
  readonly penaltyYearly: Fraction
  readonly penaltyDaily: Fraction
  readonly cap: number
  readonly order: RuleValue<'paymentOrder'>
  /** last day without interest */
  readonly freeUntil: IsoDate
}

export function opened(loan: RunningLoan): Account {
  return {
    single: loan.schedule.length === 1,
    principal: loan.principal,
    interest: 0,
    putOff: 0,
    due: [],
    penalty: 0,
    held: 0,
    overpaid: 0,
    charged: 0,
    closedOn: null,
    rows: loan.schedule,
    everyDays: daysBetween(loan.startDate, loan.schedule[0]?.date ?? loan.startDate),
    ownRow: false,
    holiday: null,
    periodStart: loan.startDate,
    interestDays: 0,
    periodInterest: 0,
    penaltyDays: { common: 0, leap: 0, withoutInterest: 0 },
    penaltyInAll: 0,
  }
}

const sum = (rows: readonly DueRow[], part: 'interest' | 'principal') => rows.reduce((all, row) => all + row[part], 0)

export const dueInterest = ({ due }: Account) => sum(due, 'interest')
export const duePrincipal = ({ due }: Account) => sum(due, 'principal')
/** The principal that is late from the day after `day` on. */
export const duePrincipalLate = ({ due }: Account, day: IsoDate) =>
  due.reduce((all, { lastDay, principal }) => (lastDay <= day ? all + principal : all), 0)

export const owedInAll = (account: Account) =>
  account.principal + account.interest + account.putOff + dueInterest(account) + account.penalty
