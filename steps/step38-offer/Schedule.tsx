import type { OfferView } from '#contract/calls/offer.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import s from './Schedule.module.css'

/** Without the sign of the rouble: four columns have to fit 360 px. */
const money = (amount: number) => formatRoubles(kopecks(amount)).replace(/\s?₽$/, '')

/** The schedule as a table that reads well on a narrow screen. */
export function Schedule({ rows }: { rows: OfferView['schedule'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: letters twice as large make it scroll, by keys too
    <section className={s.scroll} aria-label="График платежей" tabIndex={0}>
      <table className={s.schedule}>
        <caption>Суммы в рублях</caption>
        <thead>
          <tr>
            <th scope="col">Дата</th>
            <th scope="col">Платёж</th>
            <th scope="col">Проценты</th>
            <th scope="col">Останется</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.date}>
              <th scope="row">{formatDate(row.date as IsoDate, 'short')}</th>
              <td>{money(row.payment)}</td>
              <td>{money(row.interest)}</td>
              <td>{money(row.balance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
