import { useState } from 'react'
import { Link } from 'wouter'
import type { CallAnswer } from '#contract/call.ts'
import { exportBookDay, officeLedger } from '#contract/calls/office/book.ts'
import { addDays, type IsoDate } from '#contract/dates.ts'
import { hasRight } from '#contract/roles.ts'
import { ButtonLink } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import s from '../loans/Loans.module.css'
import { accountText, dayText, sumText } from '../loans/words.ts'
import { useStaff } from '../session.ts'
import { useRead } from '../useRead.ts'

type Row = CallAnswer<typeof officeLedger>['accounts'][number]

/** The trial balance: both columns are equal, or the book is wrong */
export function LedgerScreen() {
  const me = useStaff()
  const [on, setOn] = useState('')
  const { data, error, mutate } = useRead(officeLedger, { query: on ? { on } : {} })
  return (
    <Screen title="Книга" actions={<Link href="/core">Учётная система</Link>}>
      <div className={s.tools}>
        <TextField label="На конец дня" type="date" value={on} onChange={setOn} />
      </div>
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
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
          {hasRight(me, 'money.manage') && <DayFiles today={data.day} />}
        </>
      )}
    </Screen>
  )
}

/** What was booked on a day that is over, for the accountant's program */
function DayFiles({ today }: { today: string }) {
  const [day, setDay] = useState(addDays(today as IsoDate, -1) as string)
  const file = (kind: 'sums' | 'postings') => exportBookDay.path.replace(':day', day).replace(':kind', kind)
  return (
    <>
      <h2>Файлы для 1С</h2>
      <div className={s.tools}>
        <TextField label="Проводки за день" type="date" value={day} onChange={setDay} />
        {day !== '' && (
          <>
            <ButtonLink small kind="soft" icon="download" href={file('sums')} download>
              Обороты по счетам
            </ButtonLink>
            <ButtonLink small kind="soft" icon="download" href={file('postings')} download>
              Все проводки
            </ButtonLink>
          </>
        )}
      </div>
      <p>День берётся целиком, после 03:30 следующего. Столбцы описаны в docs/integration.md.</p>
    </>
  )
}
