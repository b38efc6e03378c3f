import type { Product } from '#contract/lender/products.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'

/** What a first loan of a product costs at this sum, in words; null where the product has no free one */
export function freeLoanWords(product: Product | undefined, amount: number): string | null {
  const free = product?.firstLoanFreeUpTo
  if (free === undefined) return null
  const back = amount > free ? 'столько же, сколько получите' : formatRoubles(kopecks(amount))
  return `Первый заём до ${formatRoubles(kopecks(free))} — без процентов: вернёте ${back}.`
}
