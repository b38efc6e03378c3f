import { Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import s from './Loans.module.css'
import { accountText, dayText, kindText, type LoanPage, sumText } from './words.ts'

type Row = LoanPage['postings'][number]

/** The book of one loan: every posting with its lines, the debit above 0 */
export function Postings({ page }: { readonly page: LoanPage }) {
  return (
    <Sheet>
      <Table<Row>
        caption="Проводки займа"
        columns={[
          { key: 'number', title: '№', end: true, cell: ({ number }) => number },
          { key: 'day', title: 'День', cell: ({ day }) => <span className={s.still}>{dayText(day)}</span> },
          {
            key: 'kind',
            title: 'Что',
            head: true,
            cell: ({ kind, reverses }) => `${kindText(kind)}${reverses ? ` № ${reverses}` : ''}`,
          },
          { key: 'lines', title: 'Счета: дебет со знаком плюс', cell: (row) => <PostingLines {...row} /> },
          {
            key: 'booked',
            title: 'Записано',
            cell: ({ booked }) => <span className={s.still}>{dayText(booked)}</span>,
          },
        ]}
        rows={page.postings}
        rowKey={({ number }) => String(number)}
      />
    </Sheet>
  )
}

function PostingLines({ lines }: Pick<Row, 'lines'>) {
  return (
    <ul className={s.lines}>
      {lines.map(({ account, amount }) => (
        <li key={account}>
          <span>{accountText(account)}</span>
          <span className={s.still}>
            {amount > 0 ? '+' : ''}
            {sumText(amount)}
          </span>
        </li>
      ))}
    </ul>
  )
}
