import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { officeLedger } from '#contract/calls/office/book.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Placeholder } from '#ui/feedback/Placeholder.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import s from '../loans/Loans.module.css'
import { accountText, dayText, sumText } from '../loans/words.ts'
import { useRead } from '../useRead.ts'

type Row = CallAnswer<typeof officeLedger>['accounts'][number]

/** The trial balance: both columns are equal, or the book is wrong */
export function LedgerScreen() {
  const [on, setOn] = useState('')
  const { data, error, mutate } = useRead(officeLedger, { query: on ? { on } : {} })
  return (
    <Screen title="Книга">
      <div className={s.tools}>
        <TextField label="На конец дня" type="date" value={on} onChange={setOn} />
      </div>
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Placeholder />}
      {data && (
        <>
          {data.debit === data.credit ? (
            <p>
              Обороты сходятся на {dayText(data.day)}: {sumText(data.debit)}.
            </p>
          ) : (
            <Notice tone="bad" title="Обороты не сходятся">
              Дебет {sumText(data.debit)}, кредит {sumText(data.credit)}. Запустите zayavka verify-ledger.
            </Notice>
          )}
          <Sheet>
            <Table<Row>
              caption="Оборотная ведомость"
              columns={[
                { key: 'account', title: 'Счёт', head: true, cell: ({ account }) => accountText(account) },
                { key: 'debit', title: 'Дебет', end: true, cell: ({ debit }) => sumText(debit) },
                { key: 'credit', title: 'Кредит', end: true, cell: ({ credit }) => sumText(credit) },
                { key: 'balance', title: 'Остаток', end: true, cell: ({ debit, credit }) => sumText(debit - credit) },
              ]}
              rows={data.accounts}
              rowKey={({ account }) => account}
              empty="Проводок ещё нет."
            />
          </Sheet>
        </>
      )}
    </Screen>
  )
}
