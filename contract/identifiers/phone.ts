import type { Brand } from '../brand.ts'
import { bareDigits } from './digits.ts'

/** A Russian mobile number: `+79161234567`. */
export type Phone = Brand<string, 'Phone'>

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

/** «+7 916 123-45-67» */
export function formatPhone(phone: Phone): string {
  return `+7\u00a0${phone.slice(2, 5)}\u00a0${phone.slice(5, 8)}-${phone.slice(8, 10)}-${phone.slice(10)}`
}

/** «+7 *** ***-45-67»: enough to know one's own number by. */
export function maskPhone(phone: Phone): string {
  return `+7\u00a0***\u00a0***-${phone.slice(8, 10)}-${phone.slice(10)}`
}
