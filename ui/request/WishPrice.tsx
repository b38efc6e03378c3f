import { formatDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import type { FlowContext, Raw } from '#contract/step.ts'
import { priceOf, wishOf } from '#contract/wish.ts'
import { PricePanel } from '../show/PricePanel.tsx'

/** For the dock: what a loan asked for costs; nothing where the product has no such sum or term */
export function WishPrice({ raw, context }: { raw: Raw; context: FlowContext }) {
  const price = priceOf(wishOf(raw, context.lender), context)
  if (!price) return null
  return (
    <PricePanel
      total={formatRoubles(price.totalToReturn)}
      by={formatDate(price.lastDate, 'short')}
      fullCost={formatPercent(price.fullCostPercent)}
    />
  )
}
