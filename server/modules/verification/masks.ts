import type { Facts } from '#contract/facts.ts'
import { maskPassportNumber, type PassportNumber } from '#contract/identifiers.ts'

/** «Иванова А. П.» */
export function shortName({ surname, name, patronymic }: Facts): string {
  const initials = [name, patronymic].flatMap((part) => (part ? [`${part.slice(0, 1)}.`] : []))
  return [surname ?? 'Без имени', ...initials].join('\u00a0')
}

/** «** ** ***456», or a dash while there is none. */
export function shortPassport({ passportNumber }: Facts): string {
  return passportNumber ? maskPassportNumber(passportNumber as PassportNumber) : '—'
}

/** An answer outside an open lease: that there is one, not what it is. */
export const hiddenValue = '•••••'

/** Surnames are looked up without case, ё as е. */
export const surnameKey = (surname: string) => surname.trim().normalize('NFC').toLowerCase().replaceAll('ё', 'е')
