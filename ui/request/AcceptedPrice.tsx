import type { FlowContext } from '#contract/step.ts'
import { WishPrice } from './WishPrice.tsx'

/** What the loan asked for costs, by the accepted answers; draws nothing where there are none (a phone that was lent for photos) */
export function AcceptedPrice({ context }: { context: FlowContext }) {
  const { product, amount, term, promo } = context.facts
  if (product === undefined || amount === undefined || term === undefined) return null
  return <WishPrice raw={{ product, amount, term, promo }} context={context} />
}
