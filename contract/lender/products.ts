import * as z from 'zod/mini'
import { dayInConfig, decimalInConfig, roublesInConfig } from '../rules/values.ts'

const id = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/, 'an id in small Latin letters'))
const count = z.int().check(z.minimum(1), z.maximum(366))

/** From, to and the step of a slider: `max` must be reached by whole steps from `min`. */
const wholeSteps = z.refine<{ min: number; max: number; step: number; start: number }>(
  ({ min, max, step, start }) =>
    min <= start && start <= max && step > 0 && (max - min) % step === 0 && (start - min) % step === 0,
  'min <= start <= max, all whole steps from min',
)

const amountRange = z
  .strictObject({ min: roublesInConfig, max: roublesInConfig, step: roublesInConfig, start: roublesInConfig })
  .check(wholeSteps)

const termRange = z.strictObject({ min: count, max: count, step: count, start: count }).check(wholeSteps)

/** A promo code that frees the first days of interest. Codes are compared without regard to case. */
const promo = z.strictObject({
  code: z.string().check(z.regex(/^[A-ZА-ЯЁ0-9-]{3,20}$/, 'capitals and digits')),
  freeDays: count,
  from: z.optional(dayInConfig),
  until: z.optional(dayInConfig),
  /** loans one person may have with it; one unless said */
  perPerson: z.optional(count),
  /** loans a day with it, by the lender's clocks; none said: without end */
  perDay: z.optional(z.int().check(z.minimum(1), z.maximum(100_000))),
  /** loans altogether; none said: without end */
  inAll: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
})

const common = {
  id,
  name: z.string().check(z.minLength(1)),
  about: z.string().check(z.minLength(1)),
  amount: amountRange,
  term: termRange,
  /** share of the principal a day: '0.008' */
  dailyRate: decimalInConfig,
  /** a first loan of up to this sum costs nothing */
  firstLoanFreeUpTo: z.optional(roublesInConfig),
  /**
   * true: a loan that is free to its date costs the daily rate from the next day on, in place of the penalty alone. «0 %, then 292 %» makes a
   * delay of 14 days cost 11.2 % of the loan, which a court may read as a penalty above the law's; the lender takes that risk.
   */
  lateInterestAfterFree: z._default(z.boolean(), false),
  promos: z._default(z.array(promo), []),
}

/** `term` is in days, all is paid back at once. */
const singleProduct = z.strictObject({
  kind: z.literal('single'),
  ...common,
  prolongation: z.optional(z.strictObject({ minDays: count, maxDays: count })),
})

/** `term` is in payments, one each `everyDays`. */
const instalmentProduct = z.strictObject({ kind: z.literal('instalments'), ...common, everyDays: count })

const productSchema = z.discriminatedUnion('kind', [singleProduct, instalmentProduct])

/** All that a lender offers. */
export const productsSchema = z
  .array(productSchema)
  .check(z.minLength(1), z.refine(idsDiffer, 'two products with one id'))

/** A product with its tariff; sums in kopecks. */
export type Product = z.output<typeof productSchema>
export type Promo = z.output<typeof promo>

/** A product as a configuration writes it: sums in whole roubles. */
export type ProductInConfig = z.input<typeof productSchema>

export function idsDiffer(items: readonly { readonly id: string }[]): boolean {
  return new Set(items.map(({ id }) => id)).size === items.length
}

type Range = { readonly min: number; readonly max: number; readonly step: number; readonly start: number }

const inRoubles = ({ min, max, step, start }: Range): Range => ({
  min: min / 100,
  max: max / 100,
  step: step / 100,
  start: start / 100,
})

/** A product as `productSchema` reads it. */
export function productInConfig(product: Product): ProductInConfig {
  const { amount, firstLoanFreeUpTo, ...rest } = product
  return {
    ...rest,
    amount: inRoubles(amount),
    ...(firstLoanFreeUpTo !== undefined && { firstLoanFreeUpTo: firstLoanFreeUpTo / 100 }),
  }
}
