import { parseDate } from '#contract/dateReading.ts'
import { type IsoDate, isoDate } from '#contract/dates.ts'
import { parseRoubles } from '#contract/money.ts'
import { type Statement, type StatementLine, StatementWrong } from './parsing.ts'

/** What banks call the columns of an account's statement; the first that is there counts. */
const columnNames = {
  day: [/^дата (операции|проводки|поступления)/, /^дата/],
  number: [/^(номер|№)/],
  into: [/(кредит|приход|поступ|зачисл)/],
  out: [/(дебет|расход|спис)/],
  sum: [/^сумма/],
  payer: [/(плательщик|контрагент|отправитель|корреспондент)/],
  purpose: [/(назначение|основание|содержание)/],
  account: [/^(счет|номер счета|мой счет|счет получателя)$/],
} as const
type Column = keyof typeof columnNames

interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** Rows of a CSV file (RFC 4180); a quote left open is a file that was cut. */
function rowsOf(text: string, separator: string): readonly Row[] {
  const rows: Row[] = []
  let cells: string[] = []
  let cell = ''
  let [quoted, line, began] = [false, 1, 1]
  const endRow = () => {
    cells.push(cell.trim())
    if (cells.some(Boolean)) rows.push({ line: began, cells })
    cells = []
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (sign === '\n') line += 1
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (sign === '"' && cell.trim() === '') {
      quoted = true
      cell = ''
    } else if (sign === separator) {
      cells.push(cell.trim())
      cell = ''
    } else if (sign === '\n') {
      endRow()
      began = line
    } else cell += sign
  }
  if (quoted) throw new StatementWrong(began, 'кавычка не закрыта: файл обрезан')
  endRow()
  return rows
}

const plain = (text: string) => text.toLowerCase().replaceAll('ё', 'е').replace(/\s+/g, ' ').trim()

function columnsOf(cells: readonly string[]): ReadonlyMap<Column, number> {
  const names = cells.map(plain)
  const found = new Map<Column, number>()
  for (const [column, patterns] of Object.entries(columnNames) as [Column, readonly RegExp[]][])
    for (const pattern of patterns) {
      const at = names.findIndex((name, place) => pattern.test(name) && ![...found.values()].includes(place))
      if (at < 0 || found.has(column)) continue
      found.set(column, at)
    }
  return found
}

/** A day as banks write it, with or without the hour. */
function dayIn(text: string): IsoDate | null {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})(?!\d)/.exec(text) ?? []
  return year ? isoDate(Number(year), Number(month), Number(day)) : parseDate(text.slice(0, 10))
}

/** A sum with its sign, in kopecks; an empty cell is none. */
function sumIn({ line }: Row, text: string, name: string): number {
  const bare = text.replace(/[\s\u00a0]/g, '')
  if (bare === '') return 0
  const sign = /^[-−]/.test(bare) ? -1 : 1
  // Where both stand, the last of them divides roubles from kopecks.
  const digits = bare.replace(/^[-−+]/, '').replace(/[.,](?=\d{3}(?:\D|$))(?=.*[.,])/g, '')
  const sum = parseRoubles(digits.replace(/^(\d+)[.,](\d{3})$/, '$1$2'))
  if (sum === null) throw new StatementWrong(line, `в колонке «${name}» не сумма`)
  return sign * sum
}

const isTotal = ({ cells }: Row) => cells.some((cell) => /^(итого|всего|обороты)/.test(plain(cell)))

/** Whether a text may be a statement in columns: somewhere at its top stands a row of their names. */
function headOf(
  text: string,
): { readonly separator: string; readonly at: number; readonly rows: readonly Row[] } | null {
  for (const separator of [';', '\t', ',']) {
    const rows = rowsOf(text, separator)
    const at = rows.slice(0, 30).findIndex(({ cells }) => {
      const found = columnsOf(cells)
      return found.has('day') && found.has('purpose') && (found.has('into') || found.has('sum'))
    })
    if (at >= 0) return { separator, at, rows }
  }
  return null
}

interface Told {
  /** The only account of the lender, for a file that names none. */
  readonly account: string | undefined
  /** What came in all, as the bank says it elsewhere: for a file without a row of totals. */
  readonly total: number | undefined
}

/** A file without a row of totals may be cut between two lines: somebody has to say what came in all. */
export class TotalWanted extends Error {
  override name = 'TotalWanted'
}

/** Reads a statement in columns whole, or refuses it with the line and why. */
export function readCsv(text: string, told: Told): Statement {
  const head = headOf(text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n'))
  if (!head) throw new StatementWrong(1, 'нет строки с названиями колонок: нужны дата, назначение и сумма по кредиту')
  const { rows, at } = head
  const names = rows[at]!.cells
  const columns = columnsOf(names)
  const cell = (row: Row, column: Column) => row.cells[columns.get(column) ?? -1] ?? ''
  const moneyIn = (row: Row) => {
    const column: Column = columns.has('into') ? 'into' : 'sum'
    return sumIn(row, cell(row, column), names[columns.get(column)!]!)
  }
  const body = rows.slice(at + 1)
  const incoming: StatementLine[] = []
  const days: IsoDate[] = []
  let total: number | undefined
  for (const row of body) {
    if (isTotal(row)) {
      // The first row of totals is of the turnover; balances may follow it.
      total ??= moneyIn(row)
      continue
    }
    const day = dayIn(cell(row, 'day'))
    if (total !== undefined && !day) continue
    if (row.cells.length < names.length)
      throw new StatementWrong(
        row.line,
        `колонок ${row.cells.length} вместо ${names.length}: файл обрезан или колонки не те`,
      )
    if (!day) throw new StatementWrong(row.line, 'в колонке даты не дата')
    days.push(day)
    const amount = moneyIn(row)
    if (amount <= 0) continue
    const known = { number: cell(row, 'number'), payer: cell(row, 'payer'), purpose: cell(row, 'purpose'), code: '' }
    incoming.push({ line: row.line, day, amount, ...known })
  }
  const came = incoming.reduce((sum, { amount }) => sum + amount, 0)
  const expected = total ?? told.total
  if (expected === undefined) throw new TotalWanted()
  if (expected !== came)
    throw new StatementWrong(
      rows.at(-1)!.line,
      `поступлений на ${came / 100} ₽, а по итогу ${expected / 100} ₽: файл неполный или колонки не те`,
    )
  const account = accountIn(rows, at, columns) ?? told.account
  if (!account) throw new StatementWrong(1, 'в файле нет номера счёта из 20 цифр')
  const ordered = days.sort()
  const [from, to] = [ordered[0], ordered.at(-1)]
  if (!from || !to) throw new StatementWrong(rows[at]!.line, 'в выписке нет строк')
  return { account, from, to, incoming }
}

/** The account a file is of: in a column of its own, or above the table; never two of them. */
function accountIn(rows: readonly Row[], head: number, columns: ReadonlyMap<Column, number>): string | null {
  const place = columns.get('account')
  const own = place === undefined ? [] : rows.slice(head + 1).map(({ cells }) => cells[place] ?? '')
  const above = rows
    .slice(0, head)
    .flatMap(({ cells }) => cells.flatMap((text) => text.match(/(?<!\d)\d{20}(?!\d)/g) ?? []))
  const found = new Set([...own.filter((text) => /^\d{20}$/.test(text)), ...above])
  if (found.size > 1) throw new StatementWrong(1, 'в файле два счёта: загрузите по одному')
  return [...found][0] ?? null
}
