import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import s from './Table.module.css'

export type Column<Row> = {
  readonly key: string
  readonly title: ReactNode
  cell(row: Row): ReactNode
  /** Figures stand right */
  readonly end?: boolean | undefined
  /** The cell that names the row */
  readonly head?: boolean | undefined
  bad?(row: Row): boolean
}

type TableProps<Row> = {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey(row: Row): string
  /** Shown instead of rows */
  empty?: ReactNode
  chosen?: string | undefined
  onOpen?: ((row: Row) => void) | undefined
}

/** A dense table for the office; scrolls sideways by itself on a narrow screen */
export function Table<Row>({ caption, columns, rows, rowKey, empty, chosen, onOpen }: TableProps<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys
    <section className={s.scroll} aria-label={caption} tabIndex={0}>
      <table className={s.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={column.end ? s.end : undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={classes(onOpen && s.open, chosen === rowKey(row) && s.chosen)}
              onClick={onOpen && (() => onOpen(row))}
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && empty}
    </section>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const look = classes(column.end && s.end, column.bad?.(row) && s.bad)
  if (column.head)
    return (
      <th scope="row" className={look}>
        {column.cell(row)}
      </th>
    )
  return <td className={look}>{column.cell(row)}</td>
}
