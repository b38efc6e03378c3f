import { parseDate } from '../dateReading.ts'
import { formatDate, type IsoDate } from '../dates.ts'
import { typedField } from './typedField.ts'

/** A date typed as 31.12.1990, or ISO, to ISO. `from` and `to` may be reached; `check` adds a rule of the field's own. */
export function dateField(
  options: {
    readonly empty?: string
    readonly from?: IsoDate
    readonly to?: IsoDate
    readonly check?: (day: IsoDate) => string | null
  } = {},
) {
  const { empty = 'Укажите дату', from, to, check } = options
  return typedField({
    empty,
    most: 40,
    read: (typed) => {
      const value = parseDate(typed)
      if (!value) return { problem: 'Такой даты нет: введите день, месяц и год, например 31.12.1990' }
      if (from && value < from) return { problem: `Дата не может быть раньше ${formatDate(from, 'numeric')}` }
      if (to && value > to) return { problem: `Дата не может быть позже ${formatDate(to, 'numeric')}` }
      const problem = check?.(value) ?? null
      return problem === null ? { value } : { problem }
    },
  })
}
