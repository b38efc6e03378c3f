export type CsvCell = string | number | null

/** A spreadsheet takes a cell that begins so for a formula, full-width signs too; an apostrophe makes it text (OWASP, CSV injection). */
const formula = /^[=+\-@\t\r\n\0＝＋－＠]/

function cellText(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const safe = formula.test(cell) ? `'${cell}` : cell
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line with its end: RFC 4180 but for the separator, which Excel of this country takes from the system, as it does the decimal comma. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cellText).join(';')}\r\n`

/** Tells a spreadsheet that the file is UTF-8. */
export const csvStart = '\ufeff'

/** A whole file. */
export const csvText = (lines: readonly (readonly CsvCell[])[]): string => csvStart + lines.map(csvLine).join('')
