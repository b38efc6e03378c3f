import type { IsoDate } from '../dates.ts'
import type { Product, Promo } from '../lender/products.ts'

/** First days without interest, and why: the first loan, a promo code, or nothing */
export interface Discount {
  readonly freeDays: number
  readonly discount: 'firstLoan' | 'promo' | null
}

export interface DiscountWish {
  readonly amount: number
  readonly term: number
  readonly promo?: string | null | undefined
  readonly firstLoan: boolean
}

/** The promo of that code in force on that day, or null. */
export function findPromo(product: Product, code: string, day: IsoDate): Promo | null {
  const wanted = code.trim().toUpperCase()
  const inForce = ({ from, until }: Promo) => (from ?? day) <= day && day <= (until ?? day)
  return product.promos.find((promo) => promo.code === wanted && inForce(promo)) ?? null
}

/** What a wish gets of a product on a day. */
export function discountFor(product: Product, wish: DiscountWish, day: IsoDate): Discount {
  if (product.kind !== 'single') return { freeDays: 0, discount: null }
  if (wish.firstLoan && wish.amount <= (product.firstLoanFreeUpTo ?? -1)) {
    return { freeDays: wish.term, discount: 'firstLoan' }
  }
  const promo = wish.promo ? findPromo(product, wish.promo, day) : null
  return promo ? { freeDays: Math.min(promo.freeDays, wish.term), discount: 'promo' } : { freeDays: 0, discount: null }
}
