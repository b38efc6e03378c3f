import { addDays, type IsoDate } from '../dates.ts'
import type { Product, Promo } from '../lender/products.ts'
import { type Kopecks, kopecks } from '../money.ts'
import type { RuleTable } from '../rules.ts'
import { type BrokenCap, brokenCaps } from './caps.ts'
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
  /** why the free days: the first loan, a promo code, or nothing */
  readonly discount: 'firstLoan' | 'promo' | null
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

/** A sum or a term the product does not have, or null: what is wrong and the limits. */
export function wishProblem(product: Product, { amount, term }: Pick<LoanWish, 'amount' | 'term'>) {
  if (!onSteps(product.amount, amount)) return { field: 'amount', ...product.amount } as const
  if (!onSteps(product.term, term)) return { field: 'term', ...product.term } as const
  return null
}

/** The promo of that code in force on that day, or null. */
export function findPromo(product: Product, code: string, day: IsoDate): Promo | null {
  const wanted = code.trim().toUpperCase()
  const inForce = ({ from, until }: Promo) => (from ?? day) <= day && day <= (until ?? day)
  return product.promos.find((promo) => promo.code === wanted && inForce(promo)) ?? null
}

function discountFor(product: Product, wish: LoanWish, day: IsoDate): Pick<Quote, 'freeDays' | 'discount'> {
  if (product.kind !== 'single') return { freeDays: 0, discount: null }
  if (wish.firstLoan && wish.amount <= (product.firstLoanFreeUpTo ?? -1)) {
    return { freeDays: wish.term, discount: 'firstLoan' }
  }
  const promo = wish.promo ? findPromo(product, wish.promo, day) : null
  return promo ? { freeDays: Math.min(promo.freeDays, wish.term), discount: 'promo' } : { freeDays: 0, discount: null }
}

function schedule(product: Product, { amount, term }: LoanWish, freeDays: number): readonly ScheduleRow[] {
  const { dailyRate } = product
  return product.kind === 'single'
    ? [singlePayment({ principal: amount, dailyRate, days: term, freeDays })]
    : instalments({ principal: amount, dailyRate, everyDays: product.everyDays, payments: term })
}

function onSteps({ min, max, step }: { min: number; max: number; step: number }, value: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max && (value - min) % step === 0
}
