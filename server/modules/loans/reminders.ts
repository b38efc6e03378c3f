import { debtOn, nextPayment, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import { addDays, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { Lender } from '#contract/lender.ts'
import { type OverdueDebt, overdueTellings, type PaymentAhead } from '#contract/notices.ts'
import { type RuleTable, requiredRuleOn, ruleOn } from '#contract/rules.ts'

/** Something to tell of a loan on a day; `about` names the payment and the occasion: it is told once. */
export type Telling = { readonly about: string } & (
  | { readonly kind: 'paymentReminder'; readonly says: PaymentAhead }
  | { readonly kind: 'overdue' | 'overdueMore'; readonly says: OverdueDebt }
)

const offsets = (loan: RunningLoan, rules: RuleTable) => ruleOn(rules, 'reminders', loan.contractDate)?.daysBefore ?? []

/** The first day from a day on when there may be something to tell; null when nothing is left to pay. */
export function remindOn(loan: RunningLoan, day: IsoDate, rules: RuleTable): IsoDate | null {
  if (debtOn(loan, day, rules).closedOn) return null
  const rows = scheduleOn(loan, day, rules)
  const before = rows.flatMap(({ date }) => offsets(loan, rules).map((days) => addDays(date, -days)))
  const after = rows.flatMap(({ lastDay }) => [1, ...overdueTellings].map((days) => addDays(lastDay, days)))
  return [...before, ...after].filter((one) => one >= day).sort()[0] ?? null
}

/** '0.20' → '20': the digits moved, none of them rounded. */
const percentOf = (share: string) => String(Math.round(Number(share) * 1_000_000) / 10_000)

interface About {
  readonly loan: RunningLoan
  readonly contract: string
  readonly lender: Pick<Lender, 'rules' | 'legal' | 'contacts'>
}

/** The payment to come, or nothing where it is covered or told of on another day. */
function reminder({ loan, lender: { rules } }: About, today: IsoDate): Telling | null {
  const next = nextPayment(loan, today, rules)
  const days = next && daysBetween(today, next.date)
  if (!next || next.covered || days === null || !offsets(loan, rules).includes(days)) return null
  const { date, lastDay, amount } = next
  return { kind: 'paymentReminder', about: `${date} ${days}`, says: { days, date, lastDay, amount } }
}

/** What the law asks to be said of the debt. */
export function overdueDebt({ loan, contract, lender }: About, today: IsoDate): OverdueDebt {
  const { due, dueInterest, duePrincipal, overdueDays, penalty } = debtOn(loan, today, lender.rules)
  const { yearlyWhileInterestRuns } = requiredRuleOn(lender.rules, 'penalty', loan.startDate)
  return {
    creditor: lender.legal.shortName,
    contract,
    due,
    since: addDays(today, 1 - overdueDays),
    principal: duePrincipal,
    interest: dueInterest,
    yearly: percentOf(yearlyWhileInterestRuns),
    penalty,
    phone: lender.contacts.phone,
  }
}

function overdue(about: About, today: IsoDate): Telling[] {
  const { overdueDays } = debtOn(about.loan, today, about.lender.rules)
  if (overdueDays === 0) return []
  const missed = addDays(today, -overdueDays)
  const says = overdueDebt(about, today)
  const last = overdueTellings.filter((days) => days <= overdueDays).at(-1)
  // The notice goes first, however late: what follows on its days is told only after it.
  return [
    { kind: 'overdue', about: missed, says },
    ...(last ? [{ kind: 'overdueMore' as const, about: `${missed} ${last}`, says }] : []),
  ]
}

/** What there is to tell of a loan on a day, the first that was not told yet goes out. */
export function tellingsOn(about: About, today: IsoDate): readonly Telling[] {
  const ahead = reminder(about, today)
  return [...overdue(about, today), ...(ahead ? [ahead] : [])]
}
