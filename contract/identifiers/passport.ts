import type { Brand } from '../brand.ts'
import { addDays, birthday, type IsoDate } from '../dates.ts'
import { bareDigits } from './digits.ts'

/** Series and number of an internal passport: ten digits. */
export type PassportNumber = Brand<string, 'PassportNumber'>

/** Code of the office that issued the passport: `770-001`. */
export type DepartmentCode = Brand<string, 'DepartmentCode'>

export type PassportState =
  | { readonly state: 'ok' }
  /** good till this day, then it must have been replaced */
  | { readonly state: 'grace'; readonly until: IsoDate }
  /** `until`: the last day it was good */
  | { readonly state: 'expired'; readonly until: IsoDate }
  | { readonly state: 'impossible'; readonly reason: PassportImpossible }

export type PassportImpossible = 'issuedBefore14' | 'issuedBefore1997' | 'issuedInFuture'

export type PassportWarning = 'region' | 'year'

const firstIssued = '1997-10-01' as IsoDate
const replacedAt = [20, 45] as const
const graceDays = 90

/** Two digits of ОКАТО that no region of the country has. */
const noRegion = ['00', '02', '06', '09', '13', '16', '31', '39', '48', '51', '55', '59', '62', '72']

/** Ten digits, typed with any spaces and dashes, «45 10 № 123456» too. */
export function normalizePassportNumber(text: string): PassportNumber | null {
  const digits = text.length > 60 ? null : bareDigits(text.replace(/[№N]/g, ''))
  return digits?.length === 10 && !digits.endsWith('000000') ? (digits as PassportNumber) : null
}

/** «45 10 123456» */
export function formatPassportNumber(number: PassportNumber): string {
  return `${number.slice(0, 2)}\u00a0${number.slice(2, 4)}\u00a0${number.slice(4)}`
}

/** «** ** ***456» */
export function maskPassportNumber(number: PassportNumber): string {
  return `**\u00a0**\u00a0***${number.slice(-3)}`
}

/** What looks odd in the series; never a reason to refuse. The year of the blank may run ahead of the issue by three. */
export function passportWarnings(number: PassportNumber, issuedOn: IsoDate): readonly PassportWarning[] {
  const warnings: PassportWarning[] = []
  if (noRegion.includes(number.slice(0, 2))) warnings.push('region')
  const twoDigits = Number(number.slice(2, 4))
  const blankYear = twoDigits >= 97 ? 1900 + twoDigits : 2000 + twoDigits
  if (Math.abs(Number(issuedOn.slice(0, 4)) - blankYear) > 3) warnings.push('year')
  return warnings
}

/**
 * Whether a passport is good on a day: issued at 14 or later and not before 1 October 1997, replaced at 20 and at 45, good for
 * 90 days after that birthday (Government decree of 23.12.2023 No. 2267).
 */
export function passportState(birthDate: IsoDate, issuedOn: IsoDate, today: IsoDate): PassportState {
  if (issuedOn > today) return { state: 'impossible', reason: 'issuedInFuture' }
  if (issuedOn < firstIssued) return { state: 'impossible', reason: 'issuedBefore1997' }
  if (issuedOn < birthday(birthDate, 14)) return { state: 'impossible', reason: 'issuedBefore14' }
  const replacement = replacedAt.map((age) => birthday(birthDate, age)).find((day) => issuedOn < day)
  if (!replacement || today < replacement) return { state: 'ok' }
  const until = addDays(replacement, graceDays)
  return { state: today <= until ? 'grace' : 'expired', until }
}

/** `770-001`, also typed without the dash or with a space for it. */
export function normalizeDepartmentCode(text: string): DepartmentCode | null {
  const found = text.length > 60 ? null : /^(\d{3})[-\u2010-\u2015\s]?(\d{3})$/.exec(text.trim())
  return found ? (`${found[1]}-${found[2]}` as DepartmentCode) : null
}
