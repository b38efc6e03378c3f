import { nextPayment, type RunningLoan } from '#contract/calculation.ts'
import { addDays, formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles } from '#contract/money.ts'
import type { RuleTable } from '#contract/rules.ts'

/** The day before the next payment after a day; null when nothing is left to pay. One reminder a payment, so far inside the limits of 230-ФЗ. */
export function remindOn(loan: RunningLoan, day: IsoDate, rules: RuleTable): IsoDate | null {
  const next = nextPayment(loan, day, rules)
  return next && addDays(next.date, -1)
}

/** «Завтра, 16 марта 2026, платёж по займу 16 680 ₽…», or null when there is nothing to remind of any more. */
export function reminder(loan: RunningLoan, today: IsoDate, rules: RuleTable): string | null {
  const next = nextPayment(loan, today, rules)
  if (next?.date !== addDays(today, 1)) return null
  return `завтра, ${formatDate(next.date)}, платёж по займу ${formatRoubles(next.amount)}. Оплатить или продлить можно в личном кабинете.`
}
