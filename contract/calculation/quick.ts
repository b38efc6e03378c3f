import { addDays, type IsoDate } from '../dates.ts'
import type { Product } from '../lender/products.ts'
import { type Kopecks, kopecks } from '../money.ts'
import { type DiscountWish, discountFor } from './discount.ts'
import { thousandthsOf } from './root.ts'

export interface QuickPrice {
  /** The first: all but the last are equal */
  readonly payment: Kopecks
  readonly totalToReturn: Kopecks
  readonly lastDate: IsoDate
  /** per cent a year, three decimals: '292.000' */
  readonly fullCostPercent: string
}

/**
 * What `quote` says, without its decimals: small enough to stand in the page and answer before the programs have come. Binary numbers, and
 * whole ones without end where a half is too near for them; to the digit the price of the offer (`quick.test.ts`, over every sum and term).
 */
export function quickPrice(product: Product, wish: DiscountWish, day: IsoDate): QuickPrice {
  const { amount, term } = wish
  const single = product.kind === 'single'
  const every = single ? term : product.everyDays
  const count = single ? 1 : term
  const rate = { over: Number(product.dailyRate.replace('.', '')), under: 10 ** decimals(product.dailyRate) }
  const bearing = every - discountFor(product, wish, day).freeDays
  const equal = single ? 0 : equalPayment(amount, { over: rate.over * every, under: rate.under }, count)
  const payments: number[] = []
  for (let left = amount; payments.length < count; ) {
    const owed = left + interest(left, rate, bearing)
    const paid = payments.length === count - 1 ? owed : equal
    left = owed - paid
    payments.push(paid)
  }
  return {
    payment: kopecks(payments[0]!),
    totalToReturn: kopecks(payments.reduce((sum, paid) => sum + paid, 0)),
    lastDate: addDays(day, every * count),
    fullCostPercent: (fullCost(amount, payments, every) / 1000).toFixed(3),
  }
}

interface Rate {
  readonly over: number
  readonly under: number
}

/** Never a literal: a browser without them would not read the page's script at all */
const big = (whole: number) => BigInt(whole)

const decimals = (number: string) => (number.split('.')[1] ?? '').length

/** Interest for so many days to the whole kopeck, half up: whole numbers that a double holds exactly. */
function interest(sum: number, { over, under }: Rate, days: number): number {
  const doubled = 2 * sum * over * days + under
  return (doubled - (doubled % (2 * under))) / (2 * under)
}

/** The annuity to the kopeck, half up: sum × r × (1 + r)ⁿ / ((1 + r)ⁿ − 1). */
function equalPayment(sum: number, { over, under }: Rate, count: number): number {
  if (over === 0) return Math.floor(sum / count + 0.5)
  const growth = (1 + over / under) ** count
  const payment = (sum * over * growth) / under / (growth - 1)
  if (Math.abs((payment % 1) - 0.5) > 1e-4) return Math.round(payment)
  const [r, one, n] = [big(over), big(under), big(count)]
  const grown = (r + one) ** n
  const divisor = one * (grown - one ** n)
  return Number((big(2 * sum) * r * grown + divisor) / (big(2) * divisor))
}

/** In thousandths of a per cent a year, half up. */
function fullCost(amount: number, payments: readonly number[], every: number): number {
  const flows = [-amount, ...payments].map((flow, whole) => ({ amount: flow, whole, part: 0, of: 1 }))
  const { below, fromHalf } = thousandthsOf(flows, 365, every)
  if (Math.abs(fromHalf) > 1e-4) return fromHalf > 0 ? below + 1 : below
  // Σ flow / (1 + i)ᵏ at the half itself, times (1 + i)ⁿ: it falls as i grows, so it is negative there if the root is below.
  const [i, one] = [big(2 * below + 1) * big(every), big(73_000_000)]
  let [value, power] = [big(0), big(1)]
  for (const flow of flows) {
    value = value * (i + one) + big(flow.amount) * power
    power *= one
  }
  return value < big(0) ? below : below + 1
}
