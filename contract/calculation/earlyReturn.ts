import { addDays, type IsoDate } from '../dates.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import { debtOn } from './debt.ts'
import { type RunningLoan, scheduleOn } from './loan.ts'

export interface EarlyReturn {
  readonly date: IsoDate
  /** everything that closes the loan on that day: interest for the actual days */
  readonly pay: Kopecks
  readonly principal: Kopecks
  readonly interest: Kopecks
  readonly penalty: Kopecks
  /** what is not paid compared with keeping to the schedule */
  readonly saved: Kopecks
  /** last day to give the loan back without notice (353-ФЗ art. 11 p. 2) */
  readonly withoutNoticeUntil: IsoDate
}

/** What giving the whole loan back on a day takes. */
export function earlyReturn(loan: RunningLoan, day: IsoDate, rules: RuleTable): EarlyReturn {
  const { total, principal, interest, penalty } = debtOn(loan, day, rules)
  const notice = requiredRuleOn(rules, 'earlyReturnDays', loan.contractDate)
  return {
    date: day,
    pay: total,
    principal,
    interest,
    penalty,
    saved: kopecks(Math.max(0, stillToPay(loan, day, rules) - total)),
    withoutNoticeUntil: addDays(loan.startDate, notice),
  }
}

/** The next payment of the schedule after a day, with whatever was missed before, or null when there is none. */
export function nextPayment(loan: RunningLoan, day: IsoDate, rules: RuleTable) {
  const next = scheduleOn(loan, day).find(({ date }) => date > day)
  if (!next || debtOn(loan, day, rules).closedOn) return null
  const amount = debtOn(loan, next.date, rules).due
  return amount > 0 ? { date: next.date, amount } : null
}

/** Everything left to pay after a day by somebody who pays what is due on each date. */
export function stillToPay(loan: RunningLoan, day: IsoDate, rules: RuleTable): Kopecks {
  let sum = 0
  let kept = loan
  for (const { date } of scheduleOn(loan, day)) {
    if (date < day) continue
    const amount = debtOn(kept, date, rules).due
    sum += amount
    kept = { ...kept, payments: [...kept.payments, { date, amount }] }
  }
  return sum === 0 ? debtOn(loan, day, rules).total : kopecks(sum)
}
