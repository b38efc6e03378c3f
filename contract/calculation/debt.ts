import { daysBetween, type IsoDate } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import type { RuleTable } from '../rules.ts'
import { type Account, dueInterest, duePrincipal, owedInAll, type Terms } from './account.ts'
import type { LoanRow, RunningLoan } from './loan.ts'
import { termsOf, walked } from './walk.ts'

/** What is owed at the end of a day. `due*` is payable now, the rest by the schedule. */
export interface Debt {
  readonly date: IsoDate
  readonly principal: Kopecks
  readonly interest: Kopecks
  readonly penalty: Kopecks
  /** all of it: principal, interest and penalty */
  readonly total: Kopecks
  /** what closes the loan that day: the total less what is held */
  readonly toClose: Kopecks
  readonly duePrincipal: Kopecks
  readonly dueInterest: Kopecks
  /** what ends the overdue, or pays today's payment: due principal and due interest; the penalty is apart */
  readonly due: Kopecks
  /** the last day on which all that is due is in time, null when nothing is due or some of it is late */
  readonly inTimeUntil: IsoDate | null
  /** paid early: waits for the date of its payment */
  readonly held: Kopecks
  /** days since the oldest missed payment was last in time, 0 when none is missed */
  readonly overdueDays: number
  /** interest and penalties charged over the whole life of the loan, paid ones too */
  readonly chargedInAll: Kopecks
  /** nothing runs any more: the cap of the law is reached */
  readonly capReached: boolean
  /** paid beyond the debt, to be given back: less what was given back already */
  readonly overpaid: Kopecks
  /** the day everything was paid, or null */
  readonly closedOn: IsoDate | null
}

/**
 * The debt of a loan at the end of a day, by walking from change to change since the issue: interest on the principal at the daily rate, a
 * penalty on the principal whose last day has passed (353-ФЗ art. 5 p. 21), both until they reach the cap of the day the money came (p. 24), which a
 * prolongation does not reset. A payment on its last day is in time. Ends on a closed loan at the day that closed it.
 */
export function debtOn(loan: RunningLoan, day: IsoDate, rules: RuleTable): Debt {
  const terms = termsOf(loan, rules)
  const debt = reading(walked(loan, day, terms), day, terms)
  const given = (loan.refunds ?? []).reduce((all, { date, amount }) => (date <= day ? all + amount : all), 0)
  return given === 0 ? debt : { ...debt, overpaid: kopecks(debt.overpaid - given) }
}

/** The payments as they stand on a day: a part given back makes those to come smaller, a prolongation puts one in their place. */
export function scheduleOn(loan: RunningLoan, day: IsoDate, rules: RuleTable): readonly LoanRow[] {
  return walked(loan, day, termsOf(loan, rules)).rows
}

function reading(account: Account, day: IsoDate, terms: Terms): Debt {
  const interestDue = dueInterest(account)
  const principalDue = duePrincipal(account)
  const total = owedInAll(account)
  const oldest = account.due[0]?.lastDay
  return {
    date: day,
    principal: kopecks(account.principal),
    interest: kopecks(account.interest + account.putOff + interestDue),
    penalty: kopecks(account.penalty),
    total: kopecks(total),
    toClose: kopecks(total - account.held),
    duePrincipal: kopecks(principalDue),
    dueInterest: kopecks(interestDue),
    due: kopecks(principalDue + interestDue),
    inTimeUntil: oldest && oldest >= day ? oldest : null,
    held: kopecks(account.held),
    overdueDays: oldest ? Math.max(0, daysBetween(oldest, day)) : 0,
    chargedInAll: kopecks(account.charged),
    capReached: account.charged >= terms.cap,
    overpaid: kopecks(account.overpaid),
    closedOn: account.closedOn,
  }
}
