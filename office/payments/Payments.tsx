import { useState } from 'react'
import { Link } from 'wouter'
import { type OfficePayment, officePayments } from '#contract/calls/office/payments.ts'
import { Filter } from '../frame/Filter.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import { paymentColumns, states } from './columns.tsx'

/** Payments borrowers began, and those made for them by themselves: each with what came of it */
export function Payments() {
  const moment = useMoments()
  const [state, setState] = useState('')
  const list = usePages<typeof officePayments, OfficePayment>(
    officePayments,
    (after) => ({
      query: { ...(after && { after }), ...(state && { state: state as OfficePayment['state'] }) },
    }),
    20_000,
  )
  return (
    <ListScreen
      title="Оплаты"
      list={list}
      columns={[
        ...paymentColumns(moment),
        { key: 'loan', title: 'Заём', cell: ({ loan }) => <Link href={`/loans/${loan}`}>открыть</Link> },
      ]}
      rowKey={({ id }) => id}
      empty={{
        icon: 'ruble',
        title: 'Оплат нет',
        text: 'Они появятся, когда заёмщики начнут платить внутри кабинета.',
      }}
    >
      <search>
        <Filter
          label="Состояние"
          value={state}
          options={Object.entries(states).map(([value, { text }]) => ({ value, label: text }))}
          onChange={setState}
        />
      </search>
    </ListScreen>
  )
}
