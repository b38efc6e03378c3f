import { tidySpaces } from '../spaces.ts'
import { tooLong, typedField } from './typedField.ts'

/** Free text, tidied. `lines`: line ends are kept (comments); otherwise the text becomes one line. */
export function textField(options: {
  readonly max?: number
  readonly min?: number
  readonly required?: string
  readonly lines?: boolean
}) {
  const { max = 200, min = 1, required = 'Заполните это поле', lines = false } = options
  return typedField({
    empty: required,
    most: max * 2,
    read: (typed) => {
      const composed = typed.normalize('NFC')
      const text = lines ? tidyLines(composed) : tidySpaces(composed)
      if (text.length > max) return { problem: tooLong(max) }
      return text.length < min ? { problem: `Напишите подробнее: хотя бы ${min} знаков` } : { value: text }
    },
  })
}

function tidyLines(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .map(tidySpaces)
    .join('\n')
    .trim()
}
