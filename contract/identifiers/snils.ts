import type { Brand } from '../brand.ts'
import { bareDigits, weighted } from './digits.ts'

/** An insurance number: eleven digits, no dashes. */
export type Snils = Brand<string, 'Snils'>

/** Numbers up to 001-001-998 carry no check digits and belong to nobody who borrows now. */
const lastWithoutCheck = '001001998'

/** Reads a СНИЛС and proves its check digits: weights 9 to 1, sum mod 101, 100 counts as 00. */
export function normalizeSnils(text: string): Snils | null {
  const digits = bareDigits(text)
  if (digits?.length !== 11 || digits.slice(0, 9) <= lastWithoutCheck) return null
  const check = (weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, 1]) % 101) % 100
  return check === Number(digits.slice(9)) ? (digits as Snils) : null
}

/** «112-233-445 95» */
export function formatSnils(snils: Snils): string {
  return `${snils.slice(0, 3)}-${snils.slice(3, 6)}-${snils.slice(6, 9)}\u00a0${snils.slice(9)}`
}

/** «***-***-445 95» */
export function maskSnils(snils: Snils): string {
  return `***-***-${snils.slice(6, 9)}\u00a0${snils.slice(9)}`
}
