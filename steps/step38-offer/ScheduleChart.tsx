import type { OfferView } from '#contract/calls/offer.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import s from './ScheduleChart.module.css'

type Rows = OfferView['schedule']

const width = 8
const gap = 2
const height = 40

const sum = (rows: Rows, of: (row: Rows[number]) => number) =>
  formatRoubles(kopecks(rows.reduce((total, row) => total + of(row), 0)))

/** How the payments part into the interest and the debt: a bar a payment, both totals in words; the figures are in the table. */
export function ScheduleChart({ rows }: { rows: Rows }) {
  const most = Math.max(...rows.map((row) => row.payment))
  return (
    <div className={s.chart}>
      <ul className={s.legend}>
        <li className={s.debt}>долг {sum(rows, (row) => row.payment - row.interest)}</li>
        <li className={s.interest}>проценты {sum(rows, (row) => row.interest)}</li>
      </ul>
      {rows.length > 1 && (
        <svg
          className={s.bars}
          viewBox={`0 0 ${rows.length * (width + gap) - gap} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {rows.map((row, at) => {
            const tall = (row.payment / most) * height
            const low = (row.interest / most) * height
            const x = at * (width + gap)
            return (
              <g key={row.date}>
                <rect className={s.whole} x={x} y={height - tall} width={width} height={tall} />
                <rect className={s.part} x={x} y={height - low} width={width} height={low} />
              </g>
            )
          })}
        </svg>
      )}
    </div>
  )
}
