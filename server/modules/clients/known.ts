import {
  type Email,
  formatPassportNumber,
  formatPhone,
  formatSnils,
  maskEmail,
  maskInn,
  maskPassportNumber,
  maskPhone,
  maskSnils,
  type PassportNumber,
  type PersonInn,
  type Phone,
  type Snils,
} from '#contract/identifiers.ts'
import type { KeyKind } from '#contract/person/keys.ts'

const hidden = '•••••'
const phoneOf = (digits: string) => `+${digits}` as Phone
const capitals = (name: string) =>
  name.replace(/(^|\s)(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())

interface Shown {
  readonly label: string
  readonly masked: (value: string) => string
  readonly whole: (value: string) => string
}

/** What the office sees of a key: masked, and whole. What only serves comparison is not shown at all. */
const shown: Readonly<Partial<Record<KeyKind, Shown>>> = {
  name: {
    label: 'Имя и дата рождения',
    masked: (value) => capitals(value.replace(/ [\d-]+$/, '')).replace(/ (\p{L})\p{L}*/gu, ' $1.'),
    whole: (value) => capitals(value.replace(/ (\d{4})-(\d\d)-(\d\d)$/, ', $3.$2.$1')),
  },
  passport: {
    label: 'Паспорт',
    masked: (value) => maskPassportNumber(value as PassportNumber),
    whole: (value) => formatPassportNumber(value as PassportNumber),
  },
  snils: {
    label: 'СНИЛС',
    masked: (value) => maskSnils(value as Snils),
    whole: (value) => formatSnils(value as Snils),
  },
  inn: { label: 'ИНН', masked: (value) => maskInn(value as PersonInn), whole: (value) => value },
  email: { label: 'Почта', masked: (value) => maskEmail(value as Email), whole: (value) => value },
  home: { label: 'Адрес', masked: () => hidden, whole: (value) => capitals(value) },
  extraPhone: {
    label: 'Ещё один телефон',
    masked: (value) => maskPhone(phoneOf(value)),
    whole: (value) => formatPhone(phoneOf(value)),
  },
  workPhone: {
    label: 'Рабочий телефон',
    masked: (value) => maskPhone(phoneOf(value)),
    whole: (value) => formatPhone(phoneOf(value)),
  },
}

/** A key as a row of the card; null for one that is not shown. */
export function knownRow(kind: KeyKind, value: string, since: Date, whole: boolean) {
  const row = shown[kind]
  return row ? { label: row.label, value: (whole ? row.whole : row.masked)(value), since: since.toISOString() } : null
}
