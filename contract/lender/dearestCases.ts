import { quickPrice } from '../calculation/quick.ts'
import { brokenCaps, type CapName, type LoanWish, type Price } from '../calculation.ts'
import type { IsoDate } from '../dates.ts'
import { formatDate } from '../dates.ts'
import { formatRoubles, type Kopecks, kopecks } from '../money.ts'
import { type RuleTable, requiredRuleOn } from '../rules.ts'
import type { Product } from './products.ts'
import type { Lender } from './schema.ts'

/** What prices and caps are of. */
export interface Priced {
  readonly products: readonly Product[]
  readonly rules: RuleTable
  readonly legal: Pick<Lender['legal'], 'kind'>
}

/** A product that would break a cap, at the amount and term where it breaks it most plainly. */
export interface DearestCase {
  readonly productId: string
  readonly cap: CapName | 'largestLoan'
  readonly amount: Kopecks
  readonly term: number
  readonly allowed: string
  readonly actual: string
  /** one line for whoever starts the server */
  readonly message: string
}

/**
 * Every cap of the rule table that a product could break for a contract of that day: each amount of the slider with each term, for
 * rounding to the kopeck lifts single sums over a cap that their neighbours only reach. Empty: all may be offered.
 */
export function dearestCases(lender: Priced, day: IsoDate): readonly DearestCase[] {
  return lender.products.flatMap((product) => [...tooLarge(lender, product, day), ...tooDear(lender, product, day)])
}

function tooDear(lender: Priced, product: Product, day: IsoDate): readonly DearestCase[] {
  const worst = new Map<CapName, DearestCase>()
  for (const amount of along(product.amount)) {
    for (const term of along(product.term)) {
      const wish = { amount: kopecks(amount), term, firstLoan: false }
      for (const { cap, allowed, actual } of brokenCaps(price(product, wish, day), lender.rules, day)) {
        if (Number(worst.get(cap)?.actual ?? 0) >= Number(actual)) continue
        worst.set(cap, inWords({ productId: product.id, cap, amount: wish.amount, term, allowed, actual }, day))
      }
    }
  }
  return [...worst.values()]
}

/** By the quick calculation, which is to the digit that of the offer: thousands of prices stand between a start and its first answer. */
function price(product: Product, wish: LoanWish, day: IsoDate): Price {
  const { totalToReturn, fullCostPercent } = quickPrice(product, wish, day)
  const overpayment = kopecks(totalToReturn - wish.amount)
  return { principal: wish.amount, overpayment, fullCostPercent, dailyRate: product.dailyRate }
}

function tooLarge(lender: Priced, product: Product, day: IsoDate): readonly DearestCase[] {
  const most = requiredRuleOn(lender.rules, 'largestLoan', day)[lender.legal.kind]
  const amount = product.amount.max
  if (amount <= most) return []
  const found = { productId: product.id, cap: 'largestLoan', amount, term: product.term.max } as const
  return [inWords({ ...found, allowed: formatRoubles(most), actual: formatRoubles(amount) }, day)]
}

function inWords(found: Omit<DearestCase, 'message'>, day: IsoDate): DearestCase {
  const { productId, cap, amount, term, allowed, actual } = found
  const where = `${formatRoubles(amount)}, term ${term}, contract of ${formatDate(day, 'numeric')}`
  return { ...found, message: `product "${productId}" breaks ${cap}: ${actual} against ${allowed} (${where})` }
}

function* along({ min, max, step }: { min: number; max: number; step: number }): Generator<number> {
  for (let value = min; value <= max; value += step) yield value
}
