import { formatDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import type { FlowContext } from '#contract/step.ts'
import { quoteRequest, wishOf } from '#contract/wish.ts'
import { PricePanel } from '../show/PricePanel.tsx'

/** What the loan asked for costs, by the accepted answers; draws nothing where there are none (a phone that was lent for photos) */
export function AcceptedPrice({ context }: { context: FlowContext }) {
  const { product, amount, term, promo } = context.facts
  if (product === undefined || amount === undefined || term === undefined) return null
  const price = quoteRequest(wishOf({ product, amount, term, promo }, context.lender), context)
  if (!price) return null
  return (
    <PricePanel
      total={formatRoubles(price.totalToReturn)}
      by={formatDate(price.lastDate, 'short')}
      fullCost={formatPercent(price.fullCostPercent)}
    />
  )
}
