import type { Brand } from '../brand.ts'

/** A Russian mobile number: `+79161234567`. */
export type Phone = Brand<string, 'Phone'>

/** «+7 916 123-45-67» */
export function formatPhone(phone: Phone): string {
  return `+7\u00a0${phone.slice(2, 5)}\u00a0${phone.slice(5, 8)}-${phone.slice(8, 10)}-${phone.slice(10)}`
}
