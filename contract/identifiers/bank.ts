import type { Brand } from '../brand.ts'
import { bareDigits } from './digits.ts'

/** A bank's code: nine digits. */
export type Bik = Brand<string, 'Bik'>

/** An account: twenty digits. */
export type Account = Brand<string, 'Account'>

const weights = Array.from({ length: 23 }, (_, index) => [7, 1, 3][index % 3]!)

/** Banks of Russia have codes that begin with 04. */
export function normalizeBik(text: string): Bik | null {
  const digits = bareDigits(text)
  return digits && /^04\d{7}$/.test(digits) ? (digits as Bik) : null
}

/** Twenty digits. Whether they fit the bank is asked of `accountFitsBank`. */
export function normalizeAccount(text: string): Account | null {
  const digits = bareDigits(text)
  return digits && /^\d{20}$/.test(digits) ? (digits as Account) : null
}

/** The key of the account, proven with the last three digits of its bank's code (Bank of Russia, 8 September 1997, No. 515). */
export function accountFitsBank(bik: Bik, account: Account): boolean {
  const digits = bik.slice(-3) + account
  const sum = weights.reduce((total, weight, index) => total + ((weight * Number(digits[index])) % 10), 0)
  return sum % 10 === 0
}

/** A person's own account in roubles: 40817, 40820 or a deposit (423), currency 810. */
export function isPersonalAccount(account: Account): boolean {
  return /^(?:40817|40820|423\d\d)810/.test(account)
}

/** «408 … 0001»: the tail a person knows the account by. */
export function maskAccount(account: Account): string {
  return `${account.slice(0, 3)}\u00a0…\u00a0${account.slice(-4)}`
}
