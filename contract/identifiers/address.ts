import type { Brand } from '../brand.ts'
import { bareDigits } from './digits.ts'

/** Six digits, the first of them 1 to 6. */
export type PostalIndex = Brand<string, 'PostalIndex'>

export function normalizePostalIndex(text: string): PostalIndex | null {
  const digits = bareDigits(text)
  return digits && /^[1-6]\d{5}$/.test(digits) ? (digits as PostalIndex) : null
}
