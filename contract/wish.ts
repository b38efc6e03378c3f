import { quickPrice } from './calculation/quick.ts'
import { wishProblem } from './calculation/wishProblem.ts'
import type { IsoDate } from './dates.ts'
import type { Product, PublicLender } from './lender.ts'
import { formatDays, formatPayments } from './russian.ts'
import type { FlowContext, Raw } from './step.ts'

/** What a person asks for: product id, whole kopecks, days or number of payments. No schema here: the first screen needs it. */
export interface Wish {
  readonly product: string
  readonly amount: number
  readonly term: number
  readonly promo: string | null
}

export const formatTerm = (product: Product, term: number) =>
  product.kind === 'single' ? formatDays(term) : formatPayments(term)

export const findProduct = (lender: Pick<PublicLender, 'products'>, id: unknown): Product | undefined =>
  lender.products.find((product) => product.id === id)

/** The price of a wish as the calculator shows it, from `today`; null where the product has no such sum or term. */
export function priceOf(wish: Wish, { lender, today, firstLoan }: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'>) {
  const product = findProduct(lender, wish.product)
  return !product || wishProblem(product, wish) ? null : quickPrice(product, { ...wish, firstLoan }, today as IsoDate)
}

/** Reads the wish out of raw answers, with the product's usual sum and term where nothing is chosen yet. */
export function wishOf(raw: Raw, lender: PublicLender): Wish {
  const product = findProduct(lender, raw.product) ?? lender.products[0]!
  return {
    product: product.id,
    amount: typeof raw.amount === 'number' ? raw.amount : product.amount.start,
    term: typeof raw.term === 'number' ? raw.term : product.term.start,
    promo: typeof raw.promo === 'string' && raw.promo.trim() ? raw.promo : null,
  }
}

/** Another product keeps the sum and term as near as its limits allow. */
export function switchedWish(
  lender: Pick<PublicLender, 'products'>,
  wish: Omit<Wish, 'promo'>,
  id: string,
): Partial<Wish> {
  const product = findProduct(lender, id)
  const before = findProduct(lender, wish.product)
  if (!product) return {}
  const term = before?.kind === product.kind ? within(wish.term, product.term) : product.term.start
  return { product: id, amount: within(wish.amount, product.amount), term }
}

const within = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step))

/** The wish as a link carries it: no personal data. `keptWish` reads it. */
export const wishQuery = ({ product, amount, term }: Omit<Wish, 'promo'>): string =>
  `product=${encodeURIComponent(product)}&amount=${amount}&term=${term}`

/** What was chosen or asked for before, as near as the products of today allow; what is not said begins as the product does. */
export function nearestWish(raw: Raw, lender: Pick<PublicLender, 'products'>): Omit<Wish, 'promo'> {
  const product = findProduct(lender, raw.product) ?? lender.products[0]!
  const near = (name: 'amount' | 'term') => within(Number(raw[name]) || product[name].start, product[name])
  return { product: product.id, amount: near('amount'), term: near('term') }
}
