import { contactResults } from '#contract/collection.ts'
import { Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { EndCall } from './EndCall.tsx'
import s from './Loans.module.css'
import { dayText, type LoanPage, sumText } from './words.ts'

type Row = LoanPage['contacts'][number]
const promiseStates = { open: 'ждём', kept: 'сдержано', broken: 'нарушено' } as const

/** Calls and messages about the debt, newest first; a call of one's own is ended here */
export function Contacts({ page, again }: { readonly page: LoanPage; again(): void }) {
  const moment = useMoments()
  const open = page.contacts.find(({ mine, ended }) => mine && !ended)
  return (
    <div className={s.part}>
      {open && <EndCall id={open.id} onDone={again} />}
      <Sheet>
        <Table<Row>
          caption="Контакты о долге"
          columns={[
            { key: 'at', title: 'Когда', head: true, cell: ({ at }) => moment(at) },
            { key: 'title', title: 'Что', cell: ({ title }) => title },
            { key: 'staff', title: 'Кто', cell: ({ staff }) => staff ?? 'само' },
            {
              key: 'result',
              title: 'Итог',
              cell: ({ result, ended, words }) => (
                <>
                  {result ? contactResults[result] : ended ? '—' : <Tag tone="warn">идёт</Tag>}
                  {words && <p>{words}</p>}
                </>
              ),
            },
            {
              key: 'promise',
              title: 'Обещание',
              cell: ({ promise }) =>
                promise ? (
                  <>
                    {sumText(promise.amount)} до {dayText(promise.day)}{' '}
                    <Tag tone={promise.state === 'broken' ? 'bad' : promise.state === 'kept' ? 'good' : 'plain'}>
                      {promiseStates[promise.state]}
                    </Tag>
                  </>
                ) : (
                  '—'
                ),
            },
          ]}
          rows={page.contacts}
          rowKey={({ id }) => id}
          empty="О долге не говорили и не писали."
        />
      </Sheet>
    </div>
  )
}
