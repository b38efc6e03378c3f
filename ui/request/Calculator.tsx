import { formatDate } from '#contract/dates.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { formatDays } from '#contract/russian.ts'
import type { FlowContext } from '#contract/step.ts'
import { findProduct, formatTerm, priceOf, switchedWish, type Wish } from '#contract/wish.ts'
import { Choice } from '../fields/Choice.tsx'
import { Range } from '../fields/Range.tsx'
import { PriceTable } from '../show/PricePanel.tsx'

type CalculatorProps = {
  wish: Wish
  context: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'>
  onChange(change: Partial<Wish>): void
}

/** Product, sum and term with the live price: what the borrower returns, when, and the full cost. */
export function Calculator({ wish, context, onChange }: CalculatorProps) {
  const { lender } = context
  const product = findProduct(lender, wish.product) ?? lender.products[0]!
  const price = priceOf(wish, context)
  return (
    <>
      {lender.products.length > 1 && (
        <Choice
          label="Какой заём"
          inline
          value={product.id}
          onBlur={() => {}}
          options={lender.products.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange(switchedWish(lender, wish, id))}
        />
      )}
      <Range
        label="Сумма"
        value={wish.amount}
        {...product.amount}
        format={(value) => formatRoubles(kopecks(value))}
        onChange={(amount) => onChange({ amount })}
      />
      <Range
        label="Срок"
        value={wish.term}
        {...product.term}
        format={(value) => formatTerm(product, value)}
        onChange={(term) => onChange({ term })}
      />
      {price && (
        <PriceTable
          total={formatRoubles(price.totalToReturn)}
          by={formatDate(price.lastDate, 'short')}
          fullCost={formatPercent(price.fullCostPercent)}
          each={
            product.kind !== 'single' && {
              every: formatDays(product.everyDays),
              payment: formatRoubles(price.payment),
            }
          }
        />
      )}
    </>
  )
}
