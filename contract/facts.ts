import { type Account, formatPhone, maskAccount, maskPhone, type Phone } from './identifiers.ts'

/**
 * What one step's answers mean to the rest of the product. Steps never read each other: a step publishes facts,
 * rules and modules read them. Every field is there only once its step is filled.
 */
export interface Facts {
  /** Request: product id, whole kopecks, days of a single payment or number of instalments. */
  /** Nothing was ever paid out to this client before. */
  firstLoan?: boolean
  product?: string
  amount?: number
  term?: number
  promo?: string
  purpose?: string
  /** Person. Dates are `YYYY-MM-DD`. */
  surname?: string
  name?: string
  patronymic?: string
  birthDate?: string
  inn?: string
  snils?: string
  /** Passport: ten digits. */
  passportNumber?: string
  passportIssuedOn?: string
  passportIssuedBy?: string
  /** Region of registration as typed or chosen. */
  region?: string
  registrationAddress?: string
  /** Where the person lives, when it is elsewhere. */
  homeAddress?: string
  /** Whole kopecks a month. */
  income?: number
  officialIncome?: number
  debtPayments?: number
  otherSpending?: number
  email?: string
  extraPhone?: string
  workPhone?: string
  /** What the server knows of the client: the phone of the account, the e-mail that was confirmed by code. */
  phone?: string
  confirmedEmail?: string
  /** Where the money goes. Never a card number: a card is the rail's own token. */
  destination?: Destination
  /** Consents given on this request, by document id. */
  consents?: readonly string[]
}

/** What a step publishes: each of its facts, `undefined` for one that is none (any more). */
export type PublishedFacts = { readonly [Name in keyof Facts]?: Facts[Name] | undefined }

/** The facts known after a step has published its own: one that is none any more goes. */
export function withFacts(before: Facts, published: PublishedFacts): Facts {
  const all = Object.entries({ ...before, ...published }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all) as Facts
}

export type Destination =
  | { readonly kind: 'sbp'; readonly bankId: string; readonly bankName: string; readonly phone: string }
  | { readonly kind: 'card'; readonly token: string; readonly mask: string }
  | { readonly kind: 'account'; readonly bik: string; readonly account: string; readonly bankName: string }

/** «Т-Банк, +7 *** ***-45-67»: how a destination is named where it is not being edited. */
export function destinationText(destination: Destination): string {
  if (destination.kind === 'sbp') return `${destination.bankName}, ${maskPhone(destination.phone as Phone)}`
  if (destination.kind === 'card') return `Карта ${destination.mask}`
  return `Счёт ${maskAccount(destination.account as Account)}`
}

/** The same in full, for the contract: by it the receiver is found. Of a card only its mask is known. */
export function destinationInFull(destination: Destination): string {
  if (destination.kind === 'sbp') return `${destination.bankName}, ${formatPhone(destination.phone as Phone)}`
  if (destination.kind === 'card') return destinationText(destination)
  return `счёт ${destination.account}, БИК ${destination.bik}`
}

/** «Иванова Анна Петровна», as far as known. */
export function personName({ surname, name, patronymic }: Facts): string {
  return [surname, name, patronymic].filter(Boolean).join(' ')
}
