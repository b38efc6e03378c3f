import * as z from 'zod/mini'
import { bareDigits } from '../identifiers/digits.ts'
import { typedField } from './typedField.ts'

/** The values of a choice with the words for each, in the order they are shown. */
export type Choices<Value extends string = string> = Readonly<Record<Value, string>>

/** One of the given values. `choiceField({ single: 'Не в браке', married: 'В браке' }, 'Укажите семейное положение')` */
export function choiceField<Value extends string>(choices: Choices<Value>, empty = 'Выберите один из вариантов') {
  return z.enum(Object.keys(choices) as [Value, ...Value[]], empty)
}

/** The same choices as a list for a control. */
export function optionsOf<Value extends string>(choices: Choices<Value>): readonly { value: Value; label: string }[] {
  return (Object.keys(choices) as Value[]).map((value) => ({ value, label: choices[value] }))
}

/** A tick that must be set: nothing else than true passes. */
export function tickField(message: string) {
  return z.literal(true, message)
}

/** A tick that may be left empty; absent means not set. */
export function optionalTickField() {
  return z._default(z.boolean(), false)
}

/** The six digits of an SMS or e-mail code, kept as text: zeros in front count. */
export function codeField(empty = 'Введите код из сообщения') {
  return typedField({
    empty,
    most: 40,
    read: (typed) => {
      const value = bareDigits(typed)
      return value?.length === 6 ? { value } : { problem: 'В коде шесть цифр' }
    },
  })
}

/** A whole number typed in digits: `countField({ min: 0, max: 20, empty: 'Укажите число детей' })`. */
export function countField(options: { readonly min: number; readonly max: number; readonly empty: string }) {
  const { min, max, empty } = options
  return typedField({
    empty,
    most: 20,
    read: (typed) => {
      const value = Number(bareDigits(typed) ?? Number.NaN)
      return value >= min && value <= max ? { value } : { problem: `Укажите число от ${min} до ${max}` }
    },
  })
}
