import { Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { dayText, type LoanPage, sumText } from './words.ts'

type Row = LoanPage['loan']['schedule'][number]

/** The payments in force, whole: interest and principal together */
export function Schedule({ page }: { readonly page: LoanPage }) {
  return (
    <Sheet>
      <Table<Row>
        caption="График платежей"
        columns={[
          { key: 'date', title: 'Дата', head: true, cell: ({ date }) => dayText(date) },
          { key: 'last', title: 'В срок по', cell: ({ lastDay }) => dayText(lastDay) },
          { key: 'payment', title: 'Платёж', end: true, cell: ({ payment }) => sumText(payment) },
          { key: 'left', title: 'Останется', end: true, cell: ({ balance }) => sumText(balance) },
        ]}
        rows={page.loan.schedule}
        rowKey={({ date }) => date}
      />
    </Sheet>
  )
}
