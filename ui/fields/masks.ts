import type { MaskitoMaskExpression, MaskitoOptions, MaskitoPreprocessor } from '@maskito/core'

const digit = /\d/

/** A mask from a picture: `0` a digit, anything else itself. `pictureMask('00 00 000000')` */
export function pictureMask(picture: string): MaskitoOptions {
  const mask: MaskitoMaskExpression = [...picture].map((sign) => (sign === '0' ? digit : sign))
  return { mask }
}

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

/** 31.12.1990; other separators than dots are read as dots */
export const dateMask: MaskitoOptions = pictureMask('00.00.0000')

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

const noBreakSpace = '\u00a0'

/** Whole roubles in groups of three; `longest` digits */
export function roublesMask(longest = 9): MaskitoOptions {
  const group = (digits: string) => digits.replace(/\B(?=(\d{3})+$)/g, noBreakSpace)
  return {
    mask: new RegExp(`^[\\d${noBreakSpace}]*$`),
    preprocessors: [
      ({ elementState, data }) => ({ elementState, data: data.replace(/[.,]\d*$/, '').replace(/\D/g, '') }),
    ],
    postprocessors: [
      ({ value, selection }) => {
        const digits = value
          .replace(/\D/g, '')
          .replace(/^0+(?=\d)/, '')
          .slice(0, longest)
        const grouped = group(digits)
        // the caret keeps the same number of digits to its right
        const after = value.slice(selection[1]).replace(/\D/g, '').length
        let at = grouped.length
        for (let passed = 0; at > 0 && passed < after; at--) if (/\d/.test(grouped[at - 1] ?? '')) passed++
        return { value: grouped, selection: [at, at] }
      },
    ],
  }
}
