import type { Product } from '../lender/products.ts'

/** A sum or a term the product does not have, or null: what is wrong and the limits. */
export function wishProblem(product: Product, { amount, term }: { amount: number; term: number }) {
  if (!onSteps(product.amount, amount)) return { field: 'amount', ...product.amount } as const
  if (!onSteps(product.term, term)) return { field: 'term', ...product.term } as const
  return null
}

function onSteps({ min, max, step }: { min: number; max: number; step: number }, value: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max && (value - min) % step === 0
}
