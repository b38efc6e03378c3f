import { addDays, type IsoDate } from '../dates.ts'
import { kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import { type Account, dueInterest, duePrincipal, opened, type Terms } from './account.ts'
import { accrue, type Charged } from './accrual.ts'
import { largestOverpayment } from './caps.ts'
import { fraction } from './exact.ts'
import { type LoanPayment, type LoanRow, lastDue, type RunningLoan } from './loan.ts'
import { beginAnew, endHoliday } from './rescheduling.ts'
import { receive, settle } from './settling.ts'

/** What the rules of its day and the contract say of a loan. */
export function termsOf(loan: RunningLoan, rules: RuleTable): Terms {
  const { startDate, dailyRate, freeDays } = loan
  const penalty = requiredRuleOn(rules, 'penalty', startDate)
  const last = loan.schedule.at(-1)
  const free = addDays(startDate, freeDays)
  return {
    dailyRate,
    daily: fraction(dailyRate),
    penaltyYearly: fraction(penalty.yearlyWhileInterestRuns),
    penaltyDaily: fraction(penalty.dailyWithoutInterest),
    cap: largestOverpayment(rules, loan.principal, startDate),
    order: requiredRuleOn(rules, 'paymentOrder', startDate),
    // Free to the last date is free to the last day on which that is in time.
    freeUntil: last && free >= last.date && last.lastDay > free ? last.lastDay : free,
  }
}

/** What the walk has just done, for whoever writes it down. */
export type Seen = (kind: MovementKind, day: IsoDate, account: Account, payment?: LoanPayment) => void

export type MovementKind = 'accrual' | 'due' | 'allocation' | 'postponement'

interface Watched {
  /** Days to halt at beyond those on which something happens: the sums of any later day stay the same. */
  readonly halts?: readonly IsoDate[]
  readonly seen: Seen
}

/** The account of a loan at the end of a day, by walking from change to change since the issue. */
export function walked(loan: RunningLoan, day: IsoDate, terms: Terms, watched?: Watched): Account {
  const account = opened(loan)
  const paid = paymentsByDay(loan)
  let reached = loan.startDate
  const seen = watched?.seen ?? nobody
  for (const today of changes(loan, terms, day, watched?.halts)) {
    if (today > reached) accrue(account, terms, reached, today, chargedOn(loan, terms, today))
    reached = today
    seen('accrual', today, account)
    endHoliday(account, terms, today)
    fallDue(account, terms, today)
    seen('due', today, account)
    for (const payment of paid.get(today) ?? []) {
      receive(account, terms, payment)
      seen('allocation', today, account, payment)
    }
    for (const { on, dueDate, lastDay } of loan.prolongations) {
      if (on !== today) continue
      postpone(account, { dueDate, lastDay })
      seen('postponement', today, account)
    }
    for (const plan of loan.reschedulings ?? []) {
      if (plan.on !== today) continue
      beginAnew(account, terms, plan)
      seen('postponement', today, account)
    }
  }
  return account
}

const nobody: Seen = () => undefined

function paymentsByDay({ payments }: RunningLoan): ReadonlyMap<IsoDate, readonly LoanPayment[]> {
  const byDay = new Map<IsoDate, LoanPayment[]>()
  for (const payment of payments) {
    const others = byDay.get(payment.date)
    if (others) others.push(payment)
    else byDay.set(payment.date, [payment])
  }
  return byDay
}

/** The days on which something happens, in order, and the day asked for. */
export function changes(
  loan: RunningLoan,
  { freeUntil }: Terms,
  day: IsoDate,
  halts: readonly IsoDate[] = [],
): readonly IsoDate[] {
  const days = new Set<IsoDate>([loan.startDate, freeUntil, day, ...halts])
  for (const { date, lastDay } of loan.schedule) days.add(date).add(lastDay)
  for (const { on, dueDate, lastDay } of loan.prolongations) days.add(on).add(dueDate).add(lastDay)
  for (const { on, until, rows } of loan.reschedulings ?? []) {
    days.add(on).add(until ?? on)
    for (const { date, lastDay } of rows) days.add(date).add(lastDay)
  }
  for (const { from, until } of loan.stops ?? []) days.add(addDays(from, -1)).add(until ?? from)
  for (const { date } of loan.payments) days.add(date)
  return [...days].filter((one) => one >= loan.startDate && one <= day).sort()
}

/** What is charged on the days of a stretch that ends on a day. */
function chargedOn(loan: RunningLoan, terms: Terms, end: IsoDate): Charged {
  const stops = (loan.stops ?? []).filter(({ from, until }) => from <= end && (until === null || end <= until))
  const all = stops.some(({ what }) => what === 'all')
  return { interest: !all && interestRuns(loan, terms, end), penalty: stops.length === 0 }
}

/** Whether interest runs on the days of a stretch that ends on a day. */
function interestRuns(loan: RunningLoan, { freeUntil }: Terms, end: IsoDate): boolean {
  return end > freeUntil && (loan.lateInterest || end <= lastDue(loan, addDays(end, -1)).lastDay)
}

function fallDue(account: Account, terms: Terms, today: IsoDate): void {
  if (account.closedOn) return
  for (const row of account.rows) {
    if (row.date !== today) continue
    const open = account.principal - duePrincipal(account)
    const last = row === account.rows.at(-1)
    account.due.push({
      lastDay: row.lastDay,
      interest: account.interest + (last ? account.putOff : 0),
      principal: Math.max(0, open - row.balance),
    })
    if (last) account.putOff = 0
    Object.assign(account, { interest: 0, interestDays: 0, periodInterest: 0, periodStart: today })
    settle(account, terms, today)
  }
}

/** Nothing is due before the new date. What is owed of interest stays interest, the penalty stays owed. */
function postpone(account: Account, { dueDate, lastDay }: Pick<LoanRow, 'lastDay'> & { dueDate: IsoDate }): void {
  // Whoever pays to move the date of return wants no holiday any more.
  account.holiday = null
  account.interest += dueInterest(account)
  account.due = []
  const principal = kopecks(account.principal)
  const none = kopecks(0)
  account.rows = [{ date: dueDate, lastDay, payment: principal, interest: none, principal, balance: none }]
}
