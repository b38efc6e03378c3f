import type { ReactNode } from 'react'
import s from './PricePanel.module.css'

type PricePanelProps = {
  /** All that is returned, as read: «16 680 ₽» */
  total: ReactNode
  /** «5 декабря» */
  by: ReactNode
  /** Full cost, percent a year: «292,000 %» */
  fullCost: ReactNode
}

/** The price in one line, for the dock: «Вернёте 16 680 ₽ до 5 декабря» and the full cost */
export function PricePanel({ total, by, fullCost }: PricePanelProps) {
  return (
    <p className={s.line}>
      <span>
        Вернёте <b>{total}</b> до&nbsp;{by}
      </span>
      <span className={s.cost}>
        <abbr title="Полная стоимость займа">ПСК</abbr> {fullCost}
      </span>
    </p>
  )
}

/** The same price spread over columns, under the calculator; `each`: of several payments one, and how often */
export function PriceTable({
  total,
  by,
  fullCost,
  each,
}: PricePanelProps & { each: { every: ReactNode; payment: ReactNode } | false }) {
  return (
    <dl className={s.table}>
      {each && (
        <div>
          <dt>раз в {each.every}</dt>
          <dd>{each.payment}</dd>
        </div>
      )}
      <div>
        <dt>вернёте</dt>
        <dd>{total}</dd>
      </div>
      <div>
        <dt>до</dt>
        <dd>{by}</dd>
      </div>
      <div>
        <dt>
          <abbr title="Полная стоимость займа">ПСК</abbr>
        </dt>
        <dd>{fullCost}</dd>
      </div>
    </dl>
  )
}
