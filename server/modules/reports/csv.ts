import type { Cell, ReportTable } from '#contract/calls/office/reports.ts'
import { csvText } from '#server/platform/csv.ts'

const units = { text: '', count: '', percent: ', %', seconds: ', с', minutes: ', мин', money: ', ₽' } as const

/** Money leaves as roubles, so that a spreadsheet adds it up. */
const plain = (cell: Cell, kind: ReportTable['columns'][number]['kind']): Cell => {
  if (typeof cell !== 'number') return cell
  return kind === 'money' ? cell / 100 : Math.round(cell * 10) / 10
}

/** A report's table; the last column carries the number of the export, which the journal knows. */
export const csvOf = ({ columns, rows }: Pick<ReportTable, 'columns' | 'rows'>, mark: string) =>
  csvText([
    [...columns.map(({ title, kind }) => `${title}${units[kind]}`), 'Выгрузка'],
    ...rows.map((cells) => [...cells.map((cell, at) => plain(cell, columns[at]?.kind ?? 'text')), mark]),
  ])
