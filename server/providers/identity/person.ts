import { addressShape } from '#contract/address.ts'
import { parseDate } from '#contract/dateReading.ts'
import { ageOn, type IsoDate, isoDate } from '#contract/dates.ts'
import {
  normalizeDepartmentCode,
  normalizeEmail,
  normalizeName,
  normalizePassportNumber,
  normalizePersonInn,
  normalizePhone,
  normalizePostalIndex,
  normalizeSnils,
} from '#contract/identifiers.ts'
import type { VerifiedPerson } from '#contract/person/identity.ts'
import type { Sex } from '#contract/person/sexes.ts'
import { tidySpaces } from '#contract/spaces.ts'

type Text = string | null | undefined

/** An address by its parts, as providers name them. */
export interface RawAddress {
  readonly region?: Text
  readonly city?: Text
  readonly settlement?: Text
  readonly street?: Text
  readonly house?: Text
  readonly frame?: Text
  readonly building?: Text
  readonly flat?: Text
  readonly index?: Text
}

/** What a provider said, before anything of it is believed. */
export interface RawPerson {
  readonly surname?: Text
  readonly name?: Text
  readonly patronymic?: Text
  readonly birthDate?: Text
  readonly sex?: Text
  readonly snils?: Text
  readonly inn?: Text
  readonly birthPlace?: Text
  readonly passport?:
    | { readonly number?: Text; readonly issuedOn?: Text; readonly issuedBy?: Text; readonly code?: Text }
    | undefined
  readonly registration?: RawAddress | undefined
  readonly home?: RawAddress | undefined
  readonly phone?: Text
  readonly email?: Text
}

const sexes: Readonly<Record<string, Sex>> = {
  M: 'male',
  F: 'female',
  male: 'male',
  female: 'female',
  '1': 'male',
  '2': 'female',
}

const capitalized = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase()

/** «ВЫМЫСЛОВА-ПРИМЕРОВА» as a person writes it. */
const nameCase = (text: string) => (text === text.toUpperCase() ? text.replace(/[^\s'-]+/g, capitalized) : text)

function nameOf(text: Text): string | undefined {
  const name = normalizeName(text ?? '')
  return name === null ? undefined : nameCase(name)
}

/** `dd.MM.yyyy`, or `yyyy-mm-dd` with or without a time. */
function dayOf(text: Text): IsoDate | undefined {
  const found = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text ?? '')
  if (found) return isoDate(Number(found[3]), Number(found[2]), Number(found[1])) ?? undefined
  return parseDate((text ?? '').slice(0, 10)) ?? undefined
}

function longText(text: Text, longest = 250): string | undefined {
  const tidy = tidySpaces(text ?? '')
  return tidy.length >= 2 && tidy.length <= longest ? tidy : undefined
}

/** By parts, or not at all: without a house nothing of it is filled. */
function addressOf(raw: RawAddress | undefined): VerifiedPerson['registration'] {
  const region = longText(raw?.region, 100)
  const city = longText(raw?.settlement ?? raw?.city, 100) ?? region
  const house = [raw?.house, raw?.frame && `корп. ${raw.frame}`, raw?.building && `стр. ${raw.building}`]
  const whole = house.filter(Boolean).join(' ')
  if (!region || !city || !raw?.house || whole.length > 30) return undefined
  const index = normalizePostalIndex(raw.index ?? '')
  const parts = {
    region,
    city,
    street: longText(raw.street, 150) ?? '',
    house: whole,
    flat: (raw.flat ?? '').slice(0, 20),
    index: index ?? '',
  }
  const read = Object.entries(addressShape).map(
    ([part, field]) => [part, field.safeParse(parts[part as 'city'])] as const,
  )
  if (read.some(([, { success }]) => !success)) return undefined
  return Object.fromEntries(read.map(([part, { data }]) => [part, data])) as VerifiedPerson['registration']
}

/** Passport: whole, or the group is missing. */
function passportOf(raw: RawPerson['passport']): Partial<VerifiedPerson> {
  const number = normalizePassportNumber(raw?.number ?? '')
  const issuedOn = dayOf(raw?.issuedOn)
  if (!number || !issuedOn) return {}
  const code = normalizeDepartmentCode(raw?.code ?? '')
  const issuedBy = longText(raw?.issuedBy)
  return {
    passportNumber: number,
    passportIssuedOn: issuedOn,
    ...(issuedBy && { passportIssuedBy: issuedBy }),
    ...(code && { departmentCode: code }),
  }
}

const without = (values: Record<string, unknown>): VerifiedPerson =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))

/** What a provider said in our own formats: each value passes the rules a typed one has to pass, and one that does not is none. */
export function personOf(raw: RawPerson, today: IsoDate): VerifiedPerson {
  const birthDate = dayOf(raw.birthDate)
  const surname = nameOf(raw.surname)
  const name = nameOf(raw.name)
  const named = surname !== undefined && name !== undefined
  return without({
    ...(named && { surname, name, patronymic: raw.patronymic ? nameOf(raw.patronymic) : null }),
    birthDate: birthDate && birthDate < today && ageOn(birthDate, today) >= 18 ? birthDate : undefined,
    sex: sexes[raw.sex ?? ''],
    snils: normalizeSnils(raw.snils ?? '') ?? undefined,
    inn: normalizePersonInn(raw.inn ?? '') ?? undefined,
    ...passportOf(raw.passport),
    birthPlace: longText(raw.birthPlace),
    registration: addressOf(raw.registration),
    home: addressOf(raw.home),
    phone: normalizePhone(raw.phone ?? '') ?? undefined,
    email: normalizeEmail(raw.email ?? '') ?? undefined,
  })
}
