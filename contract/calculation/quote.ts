import { addDays, type IsoDate } from '../dates.ts'
import type { Product } from '../lender/products.ts'
import { type Kopecks, kopecks } from '../money.ts'
import type { RuleTable } from '../rules.ts'
import { type BrokenCap, brokenCaps } from './caps.ts'
import { type Discount, discountFor } from './discount.ts'
import { fullCost } from './fullCost.ts'
import { instalments, type ScheduleRow, singlePayment } from './schedule.ts'
import { yearlyRatePercent } from './yearlyRate.ts'

/** What a person asks for: `term` in days (one payment) or in payments (instalments). */
export interface LoanWish {
  readonly amount: Kopecks
  readonly term: number
  readonly promo?: string | null | undefined
  readonly firstLoan: boolean
}

export interface DatedRow extends ScheduleRow {
  readonly date: IsoDate
}

/** The price of a loan, as the calculator, the offer, the documents and the desk all show it. */
export interface Quote {
  readonly productId: string
  readonly principal: Kopecks
  readonly term: number
  readonly startDate: IsoDate
  readonly rows: readonly DatedRow[]
  /** the payment a person will remember: the first, all but the last being equal */
  readonly payment: Kopecks
  readonly firstDate: IsoDate
  readonly lastDate: IsoDate
  /** days from the issue to the last payment */
  readonly days: number
  readonly totalToReturn: Kopecks
  /** what the loan costs; the full cost in roubles is the same sum */
  readonly overpayment: Kopecks
  readonly fullCostRoubles: Kopecks
  /** per cent a year, three decimals: '292.000' */
  readonly fullCostPercent: string
  readonly dailyRate: string
  /** per cent a year: '292.000' */
  readonly yearlyRatePercent: string
  readonly freeDays: number
  /** whether interest runs on after the last date; not after a loan that is free to its date, unless the tariff says so */
  readonly lateInterest: boolean
  /** why the free days */
  readonly discount: Discount['discount']
  /** caps of the law this loan would break: none, or it may not be made */
  readonly brokenCaps: readonly BrokenCap[]
}

/** Prices a loan that begins on a day. Amount and term are taken as given: `wishProblem` says whether the product allows them. */
export function quote(product: Product, wish: LoanWish, startDate: IsoDate, rules: RuleTable): Quote {
  const { freeDays, discount } = discountFor(product, wish, startDate)
  const rows = schedule(product, wish, freeDays).map((row) => ({ ...row, date: addDays(startDate, row.day) }))
  const first = rows[0]!
  const last = rows[rows.length - 1]!
  const totalToReturn = kopecks(rows.reduce((sum, { payment }) => sum + payment, 0))
  const overpayment = kopecks(totalToReturn - wish.amount)
  const flows = [
    { day: 0, amount: kopecks(-wish.amount) },
    ...rows.map(({ day, payment }) => ({ day, amount: payment })),
  ]
  const fullCostPercent = fullCost(flows, first.day)
  const price = { principal: wish.amount, overpayment, fullCostPercent, dailyRate: product.dailyRate }
  return {
    ...price,
    productId: product.id,
    term: wish.term,
    startDate,
    rows,
    payment: first.payment,
    firstDate: first.date,
    lastDate: last.date,
    days: last.day,
    totalToReturn,
    fullCostRoubles: overpayment,
    yearlyRatePercent: yearlyRatePercent(product.dailyRate),
    freeDays,
    lateInterest: freeDays < last.day || product.lateInterestAfterFree,
    discount,
    brokenCaps: brokenCaps(price, rules, startDate),
  }
}

function schedule(product: Product, { amount, term }: LoanWish, freeDays: number): readonly ScheduleRow[] {
  const { dailyRate } = product
  return product.kind === 'single'
    ? [singlePayment({ principal: amount, dailyRate, days: term, freeDays })]
    : instalments({ principal: amount, dailyRate, everyDays: product.everyDays, payments: term })
}
