import { formatDate } from '../dates.ts'
import type { Facts } from '../facts.ts'
import { formatPassportNumber, type PassportNumber } from '../identifiers.ts'
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
  readonly by: 'checksum' | 'machine' | 'signal'
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
  sameName: 'name',
  sameEmail: 'email',
  samePayee: 'payee',
}

/** What is known beside the answers. */
export interface Beside {
  /** What the check digits of the passport's zone prove, and its first line as it was seen. */
  readonly reading?: { readonly values: ZoneReading; readonly name: string } | undefined
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

/** All that bears a value out or speaks against it. */
export function verdictsOn(of: ValueKind | undefined, value: string, beside: Beside): readonly Verdict[] {
  if (!of) return []
  return [
    // A number whose check digits are wrong is never accepted.
    ...(of === 'inn' || of === 'snils'
      ? [{ by: 'checksum', agrees: true, words: 'контрольные цифры верны' } as const]
      : []),
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
