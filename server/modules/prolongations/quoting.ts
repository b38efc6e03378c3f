import {
  lastDue,
  type ProlongationQuote,
  prolongationQuote,
  prolongationRefusal,
  type RunningLoan,
} from '#contract/calculation.ts'
import type { ProlongationView } from '#contract/calls/prolongation.ts'
import { addDays, type IsoDate, later } from '#contract/dates.ts'
import type { Lender, Product } from '#contract/lender.ts'
import type { KnownLoan } from '../loans/index.ts'
import { refusalWords } from './words.ts'

/** Days to finish a prolongation that was asked for when little or nothing was left of the old term. */
const graceDays = 2

/** What its product allows of a loan: from and to how many days; null: it is not prolonged. */
export function allowedDays(product: Product | undefined) {
  return product?.kind === 'single' && product.prolongation
    ? { min: product.prolongation.minDays, max: product.prolongation.maxDays }
    : null
}

/** A loan with the other loans of its person, by whatever account: the law counts prolongations over them all. */
export interface Prolonged extends KnownLoan {
  readonly others: readonly RunningLoan[]
}

/** Why a loan may not be prolonged today, in words; null when it may. */
export function refusalOf(known: Prolonged, days: object | null, today: IsoDate, lender: Lender): string | null {
  const why = prolongationRefusal(known.loan, today, lender.rules, known.others)
  if (why) return refusalWords[why]
  if (known.state !== 'running') return refusalWords.closed
  return days ? null : refusalWords.product
}

/** Last day to sign and to pay: the old term's, and two days more than today at least. */
export function lastDay(known: KnownLoan, today: IsoDate): IsoDate {
  return later(lastDue(known.loan, today).date, addDays(today, graceDays))
}

export const priceView = (price: ProlongationQuote): NonNullable<ProlongationView['price']> => ({
  days: price.days,
  oldDueDate: price.oldDueDate,
  newDueDate: price.newDueDate,
  newLastDay: price.newLastDay,
  payNow: price.payNow,
  penalty: price.penalty,
  principal: price.principal,
  interestToCome: price.interestToCome,
  totalOnNewDate: price.totalOnNewDate,
  overpaymentInAll: price.overpaymentInAll,
  fullCostPercent: price.fullCostPercent,
  leftThisYear: price.leftThisYear,
})

/** The price for some days, kept within what is allowed; without days, for about two weeks. */
export function priceFor(
  known: Prolonged,
  allowed: { min: number; max: number },
  wanted: number | undefined,
  today: IsoDate,
  lender: Lender,
): ProlongationQuote {
  const days = Math.min(allowed.max, Math.max(allowed.min, wanted ?? 14))
  return prolongationQuote(known.loan, days, today, lender.rules, lender.calendar, known.others)
}
