import { formatDate } from '#contract/dates.ts'
import type { PublicLender } from '#contract/lender.ts'
import { formatPercent, formatRoubles, kopecks } from '#contract/money.ts'
import { formatDays } from '#contract/russian.ts'
import type { FlowContext } from '#contract/step.ts'
import { findProduct, formatTerm, quoteRequest } from '#contract/wish.ts'
import { Choice } from '../fields/Choice.tsx'
import { Range } from '../fields/Range.tsx'
import { PriceTable } from '../show/PricePanel.tsx'

interface Wish {
  readonly product: string
  readonly amount: number
  readonly term: number
  readonly promo: string | null
}

type CalculatorProps = {
  wish: Wish
  context: Pick<FlowContext, 'lender' | 'today' | 'firstLoan'>
  onChange(change: Partial<Wish>): void
}

const within = (value: number, { min, max, step }: { min: number; max: number; step: number }) =>
  Math.min(max, Math.max(min, min + Math.round((value - min) / step) * step))

/** Another product keeps the sum and term as near as its limits allow. */
function switched(lender: PublicLender, wish: Wish, id: string): Partial<Wish> {
  const product = findProduct(lender, id)
  const before = findProduct(lender, wish.product)
  if (!product) return {}
  const term = before?.kind === product.kind ? within(wish.term, product.term) : product.term.start
  return { product: id, amount: within(wish.amount, product.amount), term }
}

/** Product, sum and term with the live price: what the borrower returns, when, and the full cost. */
export function Calculator({ wish, context, onChange }: CalculatorProps) {
  const { lender } = context
  const product = findProduct(lender, wish.product) ?? lender.products[0]!
  const price = quoteRequest(wish, context)
  return (
    <>
      {lender.products.length > 1 && (
        <Choice
          label="Какой заём"
          inline
          value={product.id}
          onBlur={() => {}}
          options={lender.products.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => onChange(switched(lender, wish, id))}
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
          each={product.kind !== 'single' && [formatDays(product.everyDays), formatRoubles(price.payment)]}
        />
      )}
    </>
  )
}
