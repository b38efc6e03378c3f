import { bareDigits } from './digits.ts'
import type { Phone } from './phoneText.ts'

export { formatPhone, type Phone } from './phoneText.ts'

/**
 * Reads a Russian mobile number as typed: with +7, 7, 8 or none of them. Null for a landline, for Kazakhstan (+7 6, +7 7)
 * and for any other country.
 */
export function normalizePhone(text: string): Phone | null {
  const typed = text.trim()
  const international = typed.startsWith('+')
  const digits = bareDigits(international ? typed.slice(1) : typed)
  const found = digits && (international ? /^7(9\d{9})$/ : /^[78]?(9\d{9})$/).exec(digits)
  return found ? (`+7${found[1]}` as Phone) : null
}

/** «+7 *** ***-45-67»: enough to know one's own number by. */
export function maskPhone(phone: Phone): string {
  return `+7\u00a0***\u00a0***-${phone.slice(8, 10)}-${phone.slice(10)}`
}
