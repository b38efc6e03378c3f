import { formatRoubles, type Kopecks, parseRoubles } from '../money.ts'
import { typedField } from './typedField.ts'

/** Roubles as typed, kopecks out. Whole roubles unless `part` is true; `min` and `max` are in kopecks and may be reached. */
export function moneyField(
  options: { readonly min?: Kopecks; readonly max?: Kopecks; readonly empty?: string; readonly part?: boolean } = {},
) {
  const { min, max, empty = 'Укажите сумму', part = false } = options
  return typedField({
    empty,
    most: 40,
    read: (typed) => {
      const value = parseRoubles(typed)
      if (value === null) return { problem: 'Укажите сумму цифрами, в рублях: например 15 000' }
      if (!part && value % 100 !== 0) return { problem: 'Укажите сумму целыми рублями, без копеек' }
      if (min !== undefined && value < min) return { problem: `Не меньше ${formatRoubles(min)}` }
      if (max !== undefined && value > max) return { problem: `Не больше ${formatRoubles(max)}` }
      return { value }
    },
  })
}
