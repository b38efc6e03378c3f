import { type Quote, quote, wishProblem } from './calculation/quote.ts'
import type { IsoDate } from './dates.ts'
import type { Product, PublicLender } from './lender.ts'
import { type Kopecks, kopecks } from './money.ts'
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

/** Money arrives and interest starts on the day of the request, as far as the calculator can know. */
export function quoteRequest(wish: Wish, context: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'>): Quote | null {
  const product = findProduct(context.lender, wish.product)
  if (!product || wishProblem(product, { amount: wish.amount as Kopecks, term: wish.term })) return null
  const { firstLoan, lender, today } = context
  const { amount, term, promo } = wish
  return quote(product, { amount: kopecks(amount), term, promo, firstLoan }, today as IsoDate, lender.rules)
}

/** What the calculator starts with: the product's own usual sum and term. */
export function startingWish(lender: Pick<PublicLender, 'products'>): {
  product: string
  amount: number
  term: number
} {
  const product = lender.products[0]!
  return { product: product.id, amount: product.amount.start, term: product.term.start }
}

/** Reads the wish out of raw answers, with the starting values where nothing is chosen yet. */
export function wishOf(raw: Raw, lender: PublicLender): Wish {
  const start = startingWish(lender)
  const product = findProduct(lender, raw.product) ?? lender.products[0]!
  const own = product.id === start.product ? start : { amount: product.amount.start, term: product.term.start }
  return {
    product: product.id,
    amount: typeof raw.amount === 'number' ? raw.amount : own.amount,
    term: typeof raw.term === 'number' ? raw.term : own.term,
    promo: typeof raw.promo === 'string' && raw.promo.trim() ? raw.promo : null,
  }
}
