import * as z from 'zod/mini'
import type { IdentityLevel, VerifiedPerson } from '#contract/person/identity.ts'
import { dateInZone } from '#contract/zones.ts'
import { personOf, type RawAddress, type RawPerson } from './person.ts'
import { listOf, maybe, text } from './wire.ts'

export const address = z.object({
  type: maybe,
  region: maybe,
  city: maybe,
  settlement: maybe,
  street: maybe,
  house: maybe,
  frame: maybe,
  building: maybe,
  flat: maybe,
  zipCode: maybe,
})

export const document = z.object({
  id: z.optional(z.union([text, z.number()])),
  type: text,
  /** ЕСИА, and a gateway's word for it. */
  vrfStu: maybe,
  status: maybe,
  series: maybe,
  number: maybe,
  issueDate: maybe,
  issueId: maybe,
  issuedBy: maybe,
  birthPlace: maybe,
})

export const contact = z.object({ type: text, value: maybe, vrfStu: maybe })

/** ЕСИА's person, directly or as a gateway hands it on. `trusted` is true, or it is not: a text is none. */
export const esiaPerson = z.object({
  firstName: maybe,
  lastName: maybe,
  middleName: maybe,
  birthDate: maybe,
  birthPlace: maybe,
  gender: maybe,
  trusted: z.optional(z.unknown()),
  citizenship: maybe,
  snils: maybe,
  inn: maybe,
  status: maybe,
  rIdDoc: z.optional(z.union([text, z.number()])),
})
export type EsiaPerson = z.output<typeof esiaPerson>

export interface EsiaParts {
  readonly person: EsiaPerson
  readonly documents: readonly z.output<typeof document>[]
  readonly registration?: z.output<typeof address> | undefined
  readonly home?: z.output<typeof address> | undefined
  readonly email?: string | null | undefined
  readonly phone?: string | null | undefined
}

export const addresses = listOf(address)

const addressOf = (found: z.output<typeof address> | undefined): RawAddress | undefined =>
  found && { ...found, index: found.zipCode }

const verified = ({ vrfStu, status }: z.output<typeof document>) =>
  vrfStu === 'VERIFIED' || status === 'verified_by_validate'

/** The main passport: the one that is named, else the only one. */
function passportOf({ person, documents }: EsiaParts): z.output<typeof document> | undefined {
  const passports = documents.filter(({ type }) => type === 'RF_PASSPORT')
  if (person.rIdDoc === undefined) return passports.length === 1 ? passports[0] : passports.find(verified)
  return passports.find(({ id }) => String(id) === String(person.rIdDoc))
}

/** What ЕСИА said, before anything of it is believed. */
export function rawEsia(parts: EsiaParts): RawPerson {
  const { person, email, phone } = parts
  const passport = passportOf(parts)
  return {
    surname: person.lastName,
    name: person.firstName,
    patronymic: person.middleName,
    birthDate: person.birthDate,
    sex: person.gender,
    snils: person.snils,
    inn: person.inn,
    birthPlace: person.birthPlace ?? passport?.birthPlace,
    passport: passport && {
      number: `${passport.series ?? ''}${passport.number ?? ''}`,
      issuedOn: passport.issueDate,
      issuedBy: passport.issuedBy,
      code: passport.issueId,
    },
    registration: addressOf(parts.registration),
    home: addressOf(parts.home),
    email,
    phone,
  }
}

/** What ЕСИА's data are worth, and what they say. `proven`: nothing else of the answer speaks against a confirmed account. */
export function readEsia(
  parts: EsiaParts,
  now: Date,
  proven: boolean,
): { level: IdentityLevel; person: VerifiedPerson } {
  const { citizenship, trusted } = parts.person
  const passport = passportOf(parts)
  const russian = (citizenship ?? 'RUS') === 'RUS'
  const confirmed = proven && trusted === true && russian && passport !== undefined && verified(passport)
  return {
    level: confirmed ? 'confirmed' : 'claimed',
    person: personOf(rawEsia(parts), dateInZone(now, 'Europe/Moscow')),
  }
}
