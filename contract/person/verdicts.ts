import { formatDate } from '../dates.ts'
import type { Facts } from '../facts.ts'
import { formatPassportNumber, formatSnils, type PassportNumber, type Snils, sameName } from '../identifiers.ts'
import type { VerifiedPerson } from './identity.ts'
import { nameAgrees, type ZoneReading } from './machineZone.ts'
import { sexes } from './sexes.ts'
import { type Signal, type SignalKind, signalKinds } from './signals.ts'

/** What a row of answers says of a person, where something else can bear it out. */
export type ValueKind =
  | 'name'
  | 'birthDate'
  | 'sex'
  | 'inn'
  | 'snils'
  | 'passportNumber'
  | 'passportIssuedOn'
  | 'departmentCode'
  | 'email'
  | 'payee'

/** What bears a value out, or speaks against it. */
export interface Verdict {
  readonly by: 'checksum' | 'machine' | 'identity' | 'signal'
  readonly agrees: boolean
  /** For the staff. */
  readonly words: string
}

/** What the machine read, as the rows of answers write it. */
const printed = ({
  number,
  birthDate,
  sex,
  issuedOn,
  departmentCode,
}: ZoneReading): Partial<Record<ValueKind, string>> => ({
  passportNumber: formatPassportNumber(number as PassportNumber),
  birthDate: formatDate(birthDate, 'numeric'),
  sex: sexes[sex],
  passportIssuedOn: formatDate(issuedOn, 'numeric'),
  departmentCode,
})

/** The value a signal is about. */
const signalled: Partial<Record<SignalKind, ValueKind>> = {
  twoPersons: 'passportNumber',
  invalidPassport: 'passportNumber',
  sameName: 'name',
  sameEmail: 'email',
  samePayee: 'payee',
}

/** What is known beside the answers. */
export interface Beside {
  /** What the check digits of the passport's zone prove, and its first line as it was seen. */
  readonly reading?: { readonly values: ZoneReading; readonly name: string } | undefined
  /** What a provider of identity said of the person, and which. */
  readonly identity?: { readonly person: VerifiedPerson; readonly from: string } | undefined
  readonly signals: readonly Signal[]
  readonly facts: Facts
}

function byMachine(of: ValueKind, value: string, { reading, facts }: Beside): readonly Verdict[] {
  if (!reading) return []
  if (of === 'name') {
    if (reading.name === '') return []
    const { surname = '', name = '', patronymic } = facts
    const agrees = nameAgrees(reading.name, { surname, name, patronymic })
    if (agrees === null) return []
    return [{ by: 'machine', agrees, words: agrees ? 'похоже на строку паспорта' : `строка паспорта: ${reading.name}` }]
  }
  const read = printed(reading.values)[of]
  if (read === undefined) return []
  const agrees = read === value
  return [{ by: 'machine', agrees, words: agrees ? 'то же прочитано с фото' : `с фото прочитано: ${read}` }]
}

/** What a provider said, as the rows of answers write it. */
function said({
  surname,
  name,
  patronymic,
  birthDate,
  sex,
  snils,
  inn,
  ...passport
}: VerifiedPerson): Partial<Record<ValueKind, string>> {
  const { passportNumber, passportIssuedOn, departmentCode } = passport
  const values: Partial<Record<ValueKind, string | undefined>> = {
    name: surname && [surname, name, patronymic].filter(Boolean).join(' '),
    birthDate: birthDate && formatDate(birthDate, 'numeric'),
    sex: sex && sexes[sex],
    snils: snils && formatSnils(snils as Snils),
    inn,
    passportNumber: passportNumber && formatPassportNumber(passportNumber as PassportNumber),
    passportIssuedOn: passportIssuedOn && formatDate(passportIssuedOn, 'numeric'),
    departmentCode,
  }
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value)) as Partial<Record<ValueKind, string>>
}

/** Computed from the typed value and the proof each time: a value that is changed loses its mark by itself. */
function byIdentity(of: ValueKind, value: string, { identity }: Beside): readonly Verdict[] {
  const proven = identity && said(identity.person)[of]
  if (!identity || proven === undefined) return []
  const agrees = of === 'name' ? sameName(proven, value) : proven === value
  return [{ by: 'identity', agrees, words: agrees ? `подтверждено: ${identity.from}` : `${identity.from}: ${proven}` }]
}

/** All that bears a value out or speaks against it. */
export function verdictsOn(of: ValueKind | undefined, value: string, beside: Beside): readonly Verdict[] {
  if (!of) return []
  return [
    // A number whose check digits are wrong is never accepted.
    ...(of === 'inn' || of === 'snils'
      ? [{ by: 'checksum', agrees: true, words: 'контрольные цифры верны' } as const]
      : []),
    ...byIdentity(of, value, beside),
    ...byMachine(of, value, beside),
    ...beside.signals
      .filter(({ kind }) => signalled[kind] === of)
      .map(({ kind }): Verdict => ({ by: 'signal', agrees: false, words: signalKinds[kind].title })),
  ]
}

/** Whether anything speaks against a row. */
export const disputed = ({
  verdicts = [],
}: {
  readonly verdicts?: readonly Pick<Verdict, 'agrees'>[] | undefined
}): boolean => verdicts.some(({ agrees }) => !agrees)
