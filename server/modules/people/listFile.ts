import { parseDate } from '#contract/dateReading.ts'
import { normalizePassportNumber, normalizePersonInn, normalizePhone, normalizeSnils } from '#contract/identifiers.ts'
import type { KeyKind } from '#contract/person/keys.ts'
import { listForms } from '#contract/person/sounding.ts'

/** What the columns of a file mean; a file names them in its first line. */
export const columns = [
  'name',
  'surname',
  'first',
  'patronymic',
  'birth',
  'snils',
  'inn',
  'passport',
  'phone',
  'account',
] as const
export type Column = (typeof columns)[number]

export interface ListedLine {
  readonly line: number
  readonly keys: ReadonlyArray<readonly [KeyKind, string]>
}

export interface ReadFile {
  readonly lines: readonly ListedLine[]
  readonly problems: ReadonlyArray<{ readonly line: number; readonly what: string }>
  readonly doubles: number
}

/** UTF-8, else what the offices of the country still send: windows-1251. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

const separators = [';', '\t', ',', '|'] as const

/** Cells of a line, some in quotes (RFC 4180, without line breaks inside). */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= line.length; ) {
    if (line[at] === '"') {
      let text = ''
      for (at += 1; at < line.length; at += 1) {
        if (line[at] !== '"') text += line[at]
        else if (line[at + 1] === '"') {
          text += '"'
          at += 1
        } else break
      }
      const end = line.indexOf(separator, at + 1)
      cells.push(text.trim())
      at = end < 0 ? line.length + 1 : end + 1
    } else {
      const end = line.indexOf(separator, at)
      cells.push(line.slice(at, end < 0 ? undefined : end).trim())
      at = end < 0 ? line.length + 1 : end + 1
    }
  }
  return cells
}

/** «1990-05-17», «17.05.1990» */
function dayOf(text: string): string | null {
  const [, day, month, year] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(text) ?? []
  return parseDate(year && month && day ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text)
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** A person of the list by everything that can be compared; or what is wrong with the line. */
function keysOf(cell: (column: Column) => string): ListedLine['keys'] | string {
  const name = cell('name') || [cell('surname'), cell('first'), cell('patronymic')].filter(Boolean).join(' ')
  const typedBirth = cell('birth')
  const birth = typedBirth ? dayOf(typedBirth) : undefined
  if (birth === null) return 'a day of birth that is none'
  const [form] = listForms(name, birth)
  const numbers = [
    ['snils', normalizeSnils],
    ['inn', normalizePersonInn],
    ['passport', normalizePassportNumber],
  ] as const
  const found: Array<readonly [KeyKind, string]> = form ? [form] : []
  for (const [kind, normalize] of numbers) {
    const text = cell(kind)
    const number = text ? normalize(text) : undefined
    if (number === null) return `a ${kind} that is none`
    if (number) found.push([kind, digitsOf(number)])
  }
  // A receiver of the fast payment system is a phone; the same number may be somebody's own.
  const phone = cell('phone') ? normalizePhone(cell('phone')) : undefined
  if (phone === null) return 'a phone that is none'
  if (phone) found.push(['phone', digitsOf(phone)], ['payee', `phone ${digitsOf(phone)}`])
  const account = cell('account').replace(/\s/g, '')
  if (account && !/^\d{20}$/.test(account)) return 'an account that is none'
  if (account) found.push(['payee', `account ${account}`])
  return found.length > 0 ? found : 'nobody to compare with: a name of two words needs a day of birth'
}

/** Reads a list: every line is taken, or is a problem with its number. Throws RangeError for columns that say nobody. */
export function readList(bytes: Uint8Array, titles: Readonly<Partial<Record<Column, string>>>): ReadFile {
  const rows = decoded(bytes)
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
  const head = rows[0] ?? ''
  const separator = separators.find((each) => head.includes(each)) ?? ';'
  const heading = cellsOf(head, separator).map((text) => text.toLowerCase())
  const places = new Map<Column, number>()
  for (const column of columns) {
    const title = titles[column]
    if (!title) continue
    const place = heading.indexOf(title.toLowerCase())
    if (place < 0) throw new RangeError(`the first line has no column «${title}»: it has ${heading.join(', ')}`)
    places.set(column, place)
  }
  if (![...places.keys()].some((column) => column !== 'birth' && column !== 'patronymic'))
    throw new RangeError(
      'no column says who is on the list: name at least a name, a СНИЛС, an ИНН, a passport, a phone or an account',
    )
  const lines: ListedLine[] = []
  const problems: { line: number; what: string }[] = []
  const seen = new Set<string>()
  let doubles = 0
  for (const [at, row] of rows.slice(1).entries()) {
    if (!row.trim()) continue
    const cells = cellsOf(row, separator)
    const line = at + 2
    const keys = keysOf((column) => cells[places.get(column) ?? -1] ?? '')
    if (typeof keys === 'string') {
      problems.push({ line, what: keys })
      continue
    }
    const same = JSON.stringify(keys)
    if (seen.has(same)) doubles += 1
    else lines.push({ line, keys })
    seen.add(same)
  }
  return { lines, problems, doubles }
}
