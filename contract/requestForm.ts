import * as z from 'zod/mini'
import { wishProblem } from './calculation/wishProblem.ts'
import { formatDate } from './dates.ts'
import { optionalField, textField } from './fields.ts'
import { formatPercent, formatRoubles, kopecks } from './money.ts'
import type { FlowContext, StepDefinition } from './step.ts'
import { findProduct, formatTerm, priceOf } from './wish.ts'

const answers = z.object({
  product: z.string('Выберите заём').check(z.minLength(1, 'Выберите заём'), z.maxLength(40)),
  amount: z.int('Выберите сумму').check(z.minimum(1), z.maximum(100_000_000_00)),
  term: z.int('Выберите срок').check(z.minimum(1), z.maximum(400)),
  purpose: z
    .string('Выберите, на что нужны деньги')
    .check(z.minLength(1, 'Выберите, на что нужны деньги'), z.maxLength(40)),
  promo: optionalField(textField({ max: 20 })),
})
type Answers = z.output<typeof answers>

function withinTheLender(given: Answers, context: FlowContext) {
  const product = findProduct(context.lender, given.product)
  if (!product) return [{ field: 'product', message: 'Такого займа нет: выберите из списка' }]
  const wrong = wishProblem(product, given)
  if (wrong?.field === 'amount') {
    const { min, max } = product.amount
    return [{ field: 'amount', message: `Сумма от ${formatRoubles(min)} до ${formatRoubles(max)}` }]
  }
  if (wrong) {
    return [{ field: 'term', message: `Срок от ${product.term.min} до ${formatTerm(product, product.term.max)}` }]
  }
  if (!context.lender.purposes.some(({ id }) => id === given.purpose)) {
    return [{ field: 'purpose', message: 'Выберите, на что нужны деньги' }]
  }
  return []
}

/** The request form, shared by /step19 (create) and /step34 (fill). */
export const requestForm = {
  answers,
  labels: {
    product: 'Заём',
    amount: 'Сумма',
    term: 'Срок',
    purpose: 'На что нужны деньги',
    promo: 'Промокод',
  },
  check: [withinTheLender],
  summary(given: Answers, context: FlowContext) {
    const product = findProduct(context.lender, given.product)
    const price = priceOf({ ...given, promo: given.promo ?? null }, context)
    const purpose = context.lender.purposes.find(({ id }) => id === given.purpose)
    return [
      { label: 'Заём', value: product?.name ?? given.product },
      { label: 'Сумма', value: formatRoubles(kopecks(given.amount)) },
      { label: 'Срок', value: product ? formatTerm(product, given.term) : String(given.term) },
      ...(price
        ? [
            { label: 'Вернуть всего', value: `${formatRoubles(price.totalToReturn)} до ${formatDate(price.lastDate)}` },
            { label: 'ПСК', value: `${formatPercent(price.fullCostPercent)} годовых` },
          ]
        : []),
      { label: 'На что', value: purpose?.label ?? given.purpose },
      ...(given.promo ? [{ label: 'Промокод', value: given.promo }] : []),
    ]
  },
  facts: (given: Answers) => ({
    product: given.product,
    amount: given.amount,
    term: given.term,
    purpose: given.purpose,
    promo: given.promo || undefined,
  }),
} satisfies Partial<StepDefinition<typeof answers>>
