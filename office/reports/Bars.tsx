import type { ReportTable } from '#contract/calls/office/reports.ts'
import { classes } from '#ui/classes.ts'
import s from './Bars.module.css'
import { figureText } from './figures.ts'

const value = (cell: unknown) => (typeof cell === 'number' ? cell : 0)

/** One line a row, with a bar for each drawn column; the longest bar is the largest figure */
export function Bars({ report: { columns, rows, bars, title } }: { report: ReportTable }) {
  const largest = Math.max(1, ...rows.flatMap((row) => bars.map((at) => value(row[at]))))
  return (
    <div className={s.chart}>
      {bars.length > 1 && (
        <ul className={s.legend} aria-hidden="true">
          {bars.map((at, place) => (
            <li key={at} className={place === 0 ? s.ghost : s.solid}>
              {columns[at]?.title}
            </li>
          ))}
        </ul>
      )}
      <ul className={s.bars} aria-label={`${title}: график`}>
        {rows.map((row) => (
          <li key={String(row[0])}>
            <span className={s.label}>{row[0]}</span>
            <svg className={s.line} aria-hidden="true" focusable="false">
              {bars.map((at, place) => (
                <rect
                  key={at}
                  className={classes(bars.length > 1 && place === 0 ? s.back : s.front)}
                  width={`${(value(row[at]) / largest) * 100}%`}
                  height="100%"
                  rx="3"
                />
              ))}
            </svg>
            <span className={s.value}>
              {bars.map((at) => figureText(row[at] ?? null, columns[at]?.kind ?? 'count')).join(' → ')}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
