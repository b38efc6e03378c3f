import { debtOn, nextPayment, type RunningLoan, scheduleOn } from '#contract/calculation.ts'
import { addDays, daysBetween, formatDate, type IsoDate } from '#contract/dates.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import type { Lender } from '#contract/lender.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import { type LoanNotice, overdueTellings } from '#contract/notices.ts'
import { type RuleTable, requiredRuleOn, ruleOn } from '#contract/rules.ts'
import { formatDays } from '#contract/russian.ts'

/** Something to tell of a loan on a day; `about` names the payment and the occasion: it is told once. */
export interface Telling {
  readonly kind: LoanNotice
  readonly about: string
  readonly text: string
}

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

/** «Через 3 дня, 16 марта 2026, платёж по займу 16 680 ₽…», or nothing where that payment is covered or another day. */
function reminder({ loan, lender: { rules } }: About, today: IsoDate): Telling | null {
  const next = nextPayment(loan, today, rules)
  const days = next && daysBetween(today, next.date)
  if (!next || next.covered || days === null || !offsets(loan, rules).includes(days)) return null
  const when = days === 1 ? 'завтра' : `через ${formatDays(days)}`
  const off = next.lastDay > next.date ? ` Это выходной: без неустойки — до ${formatDate(next.lastDay)}.` : ''
  const text = `${when}, ${formatDate(next.date)}, платёж по займу ${formatRoubles(next.amount)}.${off} Оплатить или продлить можно в личном кабинете.`
  return { kind: 'paymentReminder', about: `${next.date} ${days}`, text }
}

/** The words the law asks for: who the creditor is, that the debt is overdue, its sum and parts, a phone (230-ФЗ, art. 7; 353-ФЗ, art. 10 p. 4). */
export function overdueWords({ loan, contract, lender }: About, today: IsoDate): string {
  const { due, dueInterest, duePrincipal, overdueDays, penalty } = debtOn(loan, today, lender.rules)
  const since = formatDate(addDays(today, 1 - overdueDays))
  const { yearlyWhileInterestRuns: yearly } = requiredRuleOn(lender.rules, 'penalty', loan.startDate)
  const charged = penalty > 0 ? `, начислено ${formatRoubles(penalty)}` : ''
  return (
    `${lender.legal.shortName}: по договору ${contract} просроченная задолженность ${formatRoubles(due)} с ${since}: ` +
    `долг ${formatRoubles(duePrincipal)}, проценты ${formatRoubles(dueInterest)}. Неустойка ${formatPercent(percentOf(yearly))} годовых${charged}. ` +
    `Оплатить или сказать, что платить трудно: личный кабинет, ${formatPhone(lender.contacts.phone as Phone)}`
  )
}

function overdue(about: About, today: IsoDate): Telling[] {
  const { overdueDays } = debtOn(about.loan, today, about.lender.rules)
  if (overdueDays === 0) return []
  const missed = addDays(today, -overdueDays)
  const text = overdueWords(about, today)
  const last = overdueTellings.filter((days) => days <= overdueDays).at(-1)
  // The notice goes first, however late: what follows on its days is told only after it.
  return [
    { kind: 'overdue', about: missed, text },
    ...(last ? [{ kind: 'overdueMore' as const, about: `${missed} ${last}`, text }] : []),
  ]
}

/** What there is to tell of a loan on a day, the first that was not told yet goes out. */
export function tellingsOn(about: About, today: IsoDate): readonly Telling[] {
  const ahead = reminder(about, today)
  return [...overdue(about, today), ...(ahead ? [ahead] : [])]
}
