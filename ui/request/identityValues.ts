import type { CallAnswer } from '#contract/call.ts'
import type { requestIdentity } from '#contract/calls/identity.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { sameName } from '#contract/identifiers/name.ts'

type Answer = CallAnswer<typeof requestIdentity>
export type Proven = NonNullable<Answer['record']>['values']
/** What was proven, as a person would have typed it; a tick as it stands. */
export type Typed = Readonly<Record<string, string | boolean>>

const day = (date: string | undefined) => (date ? formatDate(date as IsoDate, 'numeric') : '')
const given = (values: Record<string, string | boolean | null | undefined>): Typed =>
  Object.fromEntries(Object.entries(values).flatMap(([field, value]) => (value ? [[field, value]] : [])))

/** By steps: which field takes what. */
export const typedByStep: Readonly<Record<number, (values: Proven) => Typed>> = {
  9: ({ passportNumber: number, passportIssuedOn, passportIssuedBy, departmentCode, birthPlace }) =>
    given({
      number: number && `${number.slice(0, 2)} ${number.slice(2, 4)} ${number.slice(4)}`,
      issuedOn: day(passportIssuedOn),
      departmentCode,
      issuedBy: passportIssuedBy,
      birthPlace,
    }),
  10: ({ surname, name, patronymic, birthDate, sex, inn, snils }) =>
    given({
      surname,
      name,
      patronymic,
      noPatronymic: surname !== undefined && patronymic === null,
      birthDate: day(birthDate),
      sex,
      inn,
      snils: snils && `${snils.slice(0, 3)}-${snils.slice(3, 6)}-${snils.slice(6, 9)} ${snils.slice(9)}`,
    }),
  21: ({ registration }) => given(registration ?? {}),
}

const bare = (value: unknown) => String(value ?? '').replace(/[^\p{L}\p{N}]/gu, '')

/** Whether a field still says what was proven, however it was typed. */
export const saysTheSame = (typed: unknown, proven: string | boolean): boolean =>
  typeof proven === 'boolean' ? typed === proven : bare(typed) !== '' && sameName(bare(typed), bare(proven))
