import type { MaskitoMaskExpression, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'
import { parseDate } from '#contract/dateReading.ts'
import { formatDate } from '#contract/dates.ts'
import { groupThousands } from '#contract/spaces.ts'

const digit = /\d/

/** A mask from a picture: `0` a digit, anything else itself. `pictureMask('00 00 000000')` */
export function pictureMask(picture: string): MaskitoOptions {
  return { mask: expressionOf(picture) }
}

const expressionOf = (picture: string): MaskitoMaskExpression =>
  [...picture].map((sign) => (sign === '0' ? digit : sign))

/**
 * Reads a leading 8 or 7 as the country code, typed, pasted or filled in by the browser. Without it a paste of
 * `8 916 …` into `+7 (…` loses the last digit.
 */
const countryCode: MaskitoPreprocessor = ({ elementState, data }) => {
  const { value, selection } = elementState
  const before = value.slice(0, selection[0]).replace(/\D/g, '')
  const atStart = before.length < 2 || selection[1] - selection[0] >= value.length
  const digits = data.replace(/\D/g, '')
  if (!data) return filledIn(elementState)
  if (!atStart || (digits.length !== 1 && digits.length < 11)) return { elementState, data }
  const rest = digits.replace(/^[78]/, '')
  // "+" typed by itself stands there already: the country code goes on behind it
  if (value.slice(0, selection[0]) === '+') return { elementState, data: `7 (${rest}` }
  return { elementState, data: rest || (before ? '' : '+7 (') }
}

/** A whole number that arrived as the value itself: autofill, a draft, a value set by script */
function filledIn(elementState: Parameters<MaskitoPreprocessor>[0]['elementState']) {
  const digits = elementState.value.replace(/\D/g, '')
  if (digits.length !== 11 || elementState.value.startsWith('+7 (')) return { elementState }
  const value = digits.replace(/^[78]/, '')
  return { elementState: { value, selection: [value.length, value.length] as const } }
}

/** +7 (916) 123-45-67 */
export const phoneMask: MaskitoOptions = {
  ...pictureMask('+7 (000) 000-00-00'),
  preprocessors: [countryCode],
}

const inWords = /[а-яё]/i
const yearFirst = /^\d{2}\.?\d{2}-/

/** A date that arrived whole is written as papers have it; a separator after one digit makes two of it: «1.5.» is «01.05.» */
const dateAsMeant: MaskitoPreprocessor = ({ elementState, data }, action) => {
  const { value, selection } = elementState
  const whole = action === 'validation' ? parseDate(value) : data.length > 1 ? parseDate(data) : null
  if (whole) {
    const written = formatDate(whole, 'numeric')
    if (action === 'validation') return { elementState: { value: written, selection: [10, 10] }, data }
    return { elementState: { value: '', selection: [0, 0] }, data: written }
  }
  const atEnd = selection[0] === value.length
  if (!/^[.,/\s-]$/.test(data) || !atEnd || inWords.test(value) || yearFirst.test(value)) return { elementState, data }
  // «1990-» has come as «19.90»: no such month, so it is a year
  const [, month] = /^\d{2}\.(\d{2})$/.exec(value) ?? []
  if (data === '-' && Number(month) > 12) return { elementState, data }
  const padded = value.replace(/(^|\.)(\d)$/, '$10$2')
  return { elementState: { value: padded, selection: [padded.length, padded.length] }, data: '.' }
}

/** 31.12.1990; «1.5.1990», «1990-05-01» and «1 мая 1990» are read as they are meant */
export const dateMask: MaskitoOptions = {
  mask: ({ value }) => {
    if (inWords.test(value)) return /^\d{1,2}[\d а-яё.]{0,16}$/i
    return expressionOf(yearFirst.test(value) ? '0000-00-00' : '00.00.0000')
  },
  preprocessors: [dateAsMeant],
}

/** 45 09 235857, as printed in the passport */
export const passportMask: MaskitoOptions = pictureMask('00 00 000000')

/** 772-053 */
export const departmentCodeMask: MaskitoOptions = pictureMask('000-000')

/** СНИЛС: 112-233-445 95 */
export const snilsMask: MaskitoOptions = pictureMask('000-000-000 00')

/** ИНН of a person: twelve digits */
export const personInnMask: MaskitoOptions = pictureMask('000000000000')

/** Postal index: 119334 */
export const postalIndexMask: MaskitoOptions = pictureMask('000000')

/** БИК: 044525225 */
export const bikMask: MaskitoOptions = pictureMask('000000000')

/** Account, in fours and fives as banks print it: 40817 810 0 0000 0000001 */
export const accountMask: MaskitoOptions = pictureMask('00000 000 0 0000 0000000')

/** Whole roubles in groups of three; `longest` digits */
export function roublesMask(longest = 9): MaskitoOptions {
  return {
    mask: /^[\d\u00a0]*$/,
    preprocessors: [
      ({ elementState, data }) => ({ elementState, data: data.replace(/[.,]\d*$/, '').replace(/\D/g, '') }),
    ],
    postprocessors: [
      ({ value, selection }) => {
        const digits = value
          .replace(/\D/g, '')
          .replace(/^0+(?=\d)/, '')
          .slice(0, longest)
        const grouped = groupThousands(digits)
        // the caret keeps the same number of digits to its right
        const after = value.slice(selection[1]).replace(/\D/g, '').length
        let at = grouped.length
        for (let passed = 0; at > 0 && passed < after; at--) if (/\d/.test(grouped[at - 1] ?? '')) passed++
        return { value: grouped, selection: [at, at] }
      },
    ],
  }
}
