import type { IsoDate } from './dates.ts'

/**
 * The number of a contract: the day of the offer, six digits, and two check digits (ISO 7064 MOD 97-10), «261123-000123-04». Fourteen digits
 * are no ИНН, ОГРН, phone, СНИЛС, БИК or account; a wrong or swapped digit is seen.
 */
export function contractNumber(day: IsoDate, six: number): string {
  const digits = `${day.slice(2).replaceAll('-', '')}${String(six).padStart(6, '0')}`
  const check = 98n - ((BigInt(digits) * 100n) % 97n)
  return `${digits.slice(0, 6)}-${digits.slice(6)}-${String(check).padStart(2, '0')}`
}

/** Whether these are the digits of a contract's number, however they are divided. */
export function isContractNumber(text: string): boolean {
  const digits = text.replace(/[\s-]/g, '')
  return /^\d{14}$/.test(digits) && BigInt(digits) % 97n === 1n
}
