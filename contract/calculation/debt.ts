import { addDays, daysBetween, type IsoDate } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import { largestOverpayment } from './caps.ts'
import { Decimal, nearestKopeck, wholeKopecks } from './decimal.ts'
import { type RunningLoan, scheduleOn } from './loan.ts'

/** What is owed at the end of a day. `due*` is payable now, the rest by the schedule. */
export interface Debt {
  readonly date: IsoDate
  readonly principal: Kopecks
  readonly interest: Kopecks
  readonly penalty: Kopecks
  /** all of it: principal, interest and penalty */
  readonly total: Kopecks
  readonly duePrincipal: Kopecks
  readonly dueInterest: Kopecks
  /** payable now: due principal, due interest and penalty */
  readonly due: Kopecks
  /** days since the oldest missed payment, 0 when none is missed */
  readonly overdueDays: number
  /** interest and penalties charged over the whole life of the loan, paid ones too */
  readonly chargedInAll: Kopecks
  /** nothing runs any more: the cap of the law is reached */
  readonly capReached: boolean
  /** paid beyond the debt, to be given back */
  readonly overpaid: Kopecks
  /** the day everything was paid, or null */
  readonly closedOn: IsoDate | null
}

interface Account {
  principal: number
  duePrincipal: number
  dueInterest: number
  interest: number
  penalty: number
  charged: number
  overpaid: number
  overdueSince: IsoDate | null
  closedOn: IsoDate | null
  /** exact interest of this period and exact penalty, kept to charge whole kopecks without losing parts */
  exactInterest: Decimal
  periodInterest: number
  exactPenalty: Decimal
  penaltyInAll: number
}

/**
 * The debt of a loan at the end of a day, by walking through every day since the issue: interest on the principal at the daily
 * rate, once a payment is missed a penalty on the missed principal (353-ФЗ art. 5 p. 21), both until they reach the cap of the contract's
 * day (art. 5 p. 24), which a prolongation does not reset. A payment on its due date is in time.
 */
export function debtOn(loan: RunningLoan, day: IsoDate, rules: RuleTable): Debt {
  const cap = largestOverpayment(rules, loan.principal, loan.contractDate)
  const penaltyRate = requiredRuleOn(rules, 'penalty', loan.contractDate).yearlyWhileInterestRuns
  const account = opened(loan.principal)
  for (let today = loan.startDate; today <= day; today = addDays(today, 1)) {
    if (today > loan.startDate) {
      chargeInterest(account, loan, today, cap)
      chargePenalty(account, penaltyRate, today, cap)
    }
    for (const payment of loan.payments) if (payment.date === today) pay(account, payment.amount, today)
    if (loan.prolongations.some(({ on }) => on === today)) postpone(account)
    for (const { date, balance } of scheduleOn(loan, today)) if (date === today) fallDue(account, balance, today)
  }
  return reading(account, day, cap)
}

function opened(principal: Kopecks): Account {
  return {
    principal,
    duePrincipal: 0,
    dueInterest: 0,
    interest: 0,
    penalty: 0,
    charged: 0,
    overpaid: 0,
    overdueSince: null,
    closedOn: null,
    exactInterest: new Decimal(0),
    periodInterest: 0,
    exactPenalty: new Decimal(0),
    penaltyInAll: 0,
  }
}

function chargeInterest(account: Account, loan: RunningLoan, today: IsoDate, cap: Kopecks): void {
  if (account.principal === 0 || daysBetween(loan.startDate, today) <= loan.freeDays) return
  account.exactInterest = account.exactInterest.plus(new Decimal(account.principal).times(loan.dailyRate))
  const charge = Math.min(nearestKopeck(account.exactInterest) - account.periodInterest, cap - account.charged)
  account.periodInterest += charge
  account.charged += charge
  // With the whole principal missed there is no current period left: its interest is payable at once.
  const allMissed = account.duePrincipal === account.principal
  if (allMissed) account.dueInterest += charge
  else account.interest += charge
}

function chargePenalty(account: Account, yearlyRate: string, today: IsoDate, cap: Kopecks): void {
  if (account.duePrincipal === 0) return
  const perDay = new Decimal(account.duePrincipal).times(yearlyRate).div(daysInYear(today))
  account.exactPenalty = account.exactPenalty.plus(perDay)
  const charge = Math.min(wholeKopecks(account.exactPenalty) - account.penaltyInAll, cap - account.charged)
  account.penaltyInAll += charge
  account.charged += charge
  account.penalty += charge
}

/**
 * The order of 353-ФЗ art. 5 p. 20: missed interest, missed principal, penalty, interest of the current period,
 * principal of the current period. There are no other charges.
 */
function pay(account: Account, amount: Kopecks, today: IsoDate): void {
  let left: number = amount
  const settle = (owed: number): number => {
    const paid = Math.min(left, owed)
    left -= paid
    return paid
  }
  account.dueInterest -= settle(account.dueInterest)
  const missedPrincipal = settle(account.duePrincipal)
  account.duePrincipal -= missedPrincipal
  account.principal -= missedPrincipal
  account.penalty -= settle(account.penalty)
  account.interest -= settle(account.interest)
  account.principal -= settle(account.principal - account.duePrincipal)
  account.overpaid += left
  if (account.duePrincipal + account.dueInterest === 0) account.overdueSince = null
  const nothingOwed = account.principal + account.interest + account.penalty === 0
  if (nothingOwed) account.closedOn ??= today
}

function postpone(account: Account): void {
  account.duePrincipal = 0
  account.interest += account.dueInterest
  account.dueInterest = 0
  account.overdueSince = null
}

function fallDue(account: Account, balance: Kopecks, today: IsoDate): void {
  account.dueInterest += account.interest
  account.interest = 0
  account.exactInterest = new Decimal(0)
  account.periodInterest = 0
  account.duePrincipal = Math.max(account.duePrincipal, account.principal - balance)
  if (account.duePrincipal + account.dueInterest > 0) account.overdueSince ??= today
}

function reading(account: Account, day: IsoDate, cap: Kopecks): Debt {
  const interest = account.interest + account.dueInterest
  return {
    date: day,
    principal: kopecks(account.principal),
    interest: kopecks(interest),
    penalty: kopecks(account.penalty),
    total: kopecks(account.principal + interest + account.penalty),
    duePrincipal: kopecks(account.duePrincipal),
    dueInterest: kopecks(account.dueInterest),
    due: kopecks(account.duePrincipal + account.dueInterest + account.penalty),
    overdueDays: account.overdueSince ? daysBetween(account.overdueSince, day) : 0,
    chargedInAll: kopecks(account.charged),
    capReached: account.charged >= cap,
    overpaid: kopecks(account.overpaid),
    closedOn: account.closedOn,
  }
}

function daysInYear(day: IsoDate): number {
  const year = Number(day.slice(0, 4))
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 366 : 365
}
