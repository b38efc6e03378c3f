import { formatDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles } from '#contract/money.ts'
import type { FlowContext, Raw } from '#contract/step.ts'
import { quoteRequest, wishOf } from '#contract/wish.ts'
import { AcceptedPrice } from '#ui/request/AcceptedPrice.tsx'
import { PricePanel } from '#ui/show/PricePanel.tsx'

const requestForm = 34

/** The price of what is being asked for, live on the request form, from its accepted answers everywhere else */
export function Price({ step, raw, context }: { step: number; raw: Raw; context: FlowContext }) {
  if (step !== requestForm) return <AcceptedPrice context={context} />
  const price = quoteRequest(wishOf(raw, context.lender), context)
  if (!price) return null
  return (
    <PricePanel
      total={formatRoubles(price.totalToReturn)}
      by={formatDate(price.lastDate, 'short')}
      fullCost={formatPercent(price.fullCostPercent)}
    />
  )
}
