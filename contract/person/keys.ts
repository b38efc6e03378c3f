import type { Destination, Facts } from '../facts.ts'
import { nameKey } from './names.ts'
import { listForms } from './sounding.ts'

/** Keys that name one person only. `identity` is what an identity provider proved. */
export const strongKinds = ['snils', 'inn', 'passport', 'identity'] as const
export type StrongKind = (typeof strongKinds)[number]

/** What people may share without being one: each is a signal, none counts alone. */
export const weakKinds = ['name', 'payee', 'email', 'home', 'extraPhone', 'workPhone'] as const
export type WeakKind = (typeof weakKinds)[number]

/** By what a client is looked up in lists: forms of the name that know no alphabet, and the phone of the account. */
export const lookupKinds = ['phone', 'shortName', 'nameAlone'] as const

export type KeyKind = StrongKind | WeakKind | (typeof lookupKinds)[number]

/** Numbers a person has one of in a lifetime; a passport is replaced. */
export const onceGiven: readonly StrongKind[] = ['snils', 'inn', 'identity']

export type PersonKey = readonly [kind: KeyKind, value: string]

/** An address as it is compared: letters and digits only, without the words everybody shortens in another way. */
const addressKey = (text: string): string =>
  nameKey(text)
    .split(/[^\p{L}\p{N}/]+/u)
    .filter((word) => !shortened.has(word))
    .join(' ')

const shortened = new Set([
  '',
  'г',
  'город',
  'ул',
  'улица',
  'д',
  'дом',
  'кв',
  'квартира',
  'обл',
  'область',
  'корп',
  'к',
])

const digits = (text: string) => text.replace(/\D/g, '')

/** Where money would come to: not who owns it, but the same for everybody who names it. */
function payeeKey(destination: Destination): string {
  if (destination.kind === 'sbp') return `phone ${digits(destination.phone)}`
  return destination.kind === 'card' ? `card ${destination.token}` : `account ${destination.account}`
}

/** By what the facts of a request let a person be found again. */
export function keysIn(facts: Facts): PersonKey[] {
  const { snils, inn, passportNumber, surname, name, patronymic, birthDate, destination, email } = facts
  const { homeAddress, registrationAddress, extraPhone, workPhone } = facts
  const home = homeAddress ?? registrationAddress
  const { phone } = facts
  const forms = surname && name ? listForms([surname, name, patronymic ?? ''].join(' '), birthDate) : []
  const found: ReadonlyArray<readonly [KeyKind, string | undefined]> = [
    ['phone', phone && digits(phone)],
    ...forms,
    ['snils', snils && digits(snils)],
    ['inn', inn && digits(inn)],
    ['passport', passportNumber && digits(passportNumber)],
    ['name', surname && name && birthDate && `${nameKey([surname, name, patronymic ?? ''].join(' '))} ${birthDate}`],
    ['payee', destination && payeeKey(destination)],
    ['email', email?.trim().toLowerCase()],
    ['home', home && addressKey(home)],
    ['extraPhone', extraPhone && digits(extraPhone)],
    ['workPhone', workPhone && digits(workPhone)],
  ]
  return found.flatMap(([kind, value]) => (value ? [[kind, value] as const] : []))
}

export const isStrong = (kind: KeyKind): kind is StrongKind => (strongKinds as readonly string[]).includes(kind)
