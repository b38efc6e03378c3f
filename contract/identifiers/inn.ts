import type { Brand } from '../brand.ts'
import { bareDigits, weighted } from './digits.ts'

/** A person's taxpayer number: twelve digits. */
export type PersonInn = Brand<string, 'PersonInn'>

/** A company's taxpayer number: ten digits. */
export type CompanyInn = Brand<string, 'CompanyInn'>

const tenth = [2, 4, 10, 3, 5, 9, 4, 6, 8]
const eleventh = [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]
const twelfth = [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]

/** Reads a person's ИНН and proves both check digits. Region 00 does not exist, so twelve zeros are refused. */
export function normalizePersonInn(text: string): PersonInn | null {
  const digits = bareDigits(text)
  if (digits?.length !== 12 || digits.startsWith('00')) return null
  const proven = checks(digits, eleventh) && checks(digits, twelfth)
  return proven ? (digits as PersonInn) : null
}

/** Reads a company's ИНН and proves its check digit. */
export function normalizeCompanyInn(text: string): CompanyInn | null {
  const digits = bareDigits(text)
  if (digits?.length !== 10 || digits.startsWith('00')) return null
  return checks(digits, tenth) ? (digits as CompanyInn) : null
}

/** «********9512» */
export function maskInn(inn: PersonInn | CompanyInn): string {
  return inn.slice(-4).padStart(inn.length, '*')
}

function checks(digits: string, weights: readonly number[]): boolean {
  return (weighted(digits, weights) % 11) % 10 === Number(digits[weights.length])
}
