import { parse } from 'mrz'
import { nameAgrees, type ZoneReading, zoneNameLine, zoneNumberLine } from '#contract/person/machineZone.ts'
import { openReader } from '#server/modules/passports/index.ts'
import { type Drawn, drawn } from './set.ts'

export interface Measured extends Pick<Drawn, 'seed' | 'kind' | 'longSide'> {
  /** `wrong`: it passed, and something of it does not stand in the passport. */
  readonly is: 'whole' | 'wrong' | 'unread' | 'failed'
  readonly ms: number
  /** Whether the first line was taken for the name of its holder: null where nothing was said. */
  readonly named: boolean | null
}

const checked = ['documentNumberCheckDigit', 'birthDateCheckDigit', 'personalNumberCheckDigit', 'compositeCheckDigit']

/** What an independent reader of machine-readable zones says of a second line: its check digits, and its fields. */
export function witness(line: string) {
  const { details } = parse([zoneNameLine('ИВАНОВ', 'ИВАН'), line], { autocorrect: false })
  const of = (field: string) => details.find((each) => each.field === field)
  return {
    right: checked.every((field) => of(field)?.valid === true),
    fields: ['documentNumber', 'birthDate', 'sex', 'personalNumber'].map((field) => of(field)?.value ?? null),
  }
}

/** The same fields as the witness names them. */
export const fieldsOf = ({ number, birthDate, sex, issuedOn, departmentCode }: ZoneReading): string[] => [
  number.slice(0, 3) + number.slice(4),
  birthDate.slice(2).replaceAll('-', ''),
  sex,
  `${number[3]}${issuedOn.slice(2).replaceAll('-', '')}${departmentCode.replace('-', '')}`,
]

/** Draws the passports of these seeds and reads each in the worker process, one after the other. */
export async function measured(from: number, count: number): Promise<Measured[]> {
  const read = openReader()
  const all: Measured[] = []
  for (let seed = from; seed < from + count; seed += 1) {
    const { holder, kind, longSide, picture } = await drawn(seed)
    const began = performance.now()
    const found = await read(picture)
    const ms = performance.now() - began
    if (typeof found === 'string') {
      all.push({ seed, kind, longSide, is: found, ms, named: null })
      continue
    }
    const same = zoneNumberLine(found.values) === zoneNumberLine(holder) && found.values.birthDate === holder.birthDate
    all.push({
      seed,
      kind,
      longSide,
      is: same ? 'whole' : 'wrong',
      ms,
      named: found.name ? nameAgrees(found.name, holder) : null,
    })
  }
  return all
}
