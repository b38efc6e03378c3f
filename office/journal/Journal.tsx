import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { exportJournal, officeJournal } from '#contract/calls/office/journal.ts'
import { wordsOf } from '#contract/journal.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import s from './Journal.module.css'

type Entry = CallAnswer<typeof officeJournal>['items'][number]

const idOf = (subject: string) => subject.split(' ')[1] ?? ''

/** Everything that was done, newest first; each line carries the hash of all before it in its chain */
export function Journal() {
  const moment = useMoments()
  const [subject, setSubject] = useState('')
  const list = usePages<typeof officeJournal, Entry>(officeJournal, (after) => ({
    query: { ...(after && { after }), ...(subject && { subject }) },
  }))
  const columns: readonly Column<Entry>[] = [
    { key: 'at', title: 'Когда', cell: ({ at }) => <span className={s.still}>{moment(at)}</span> },
    { key: 'actor', title: 'Кто', cell: ({ actor }) => actor },
    { key: 'event', title: 'Что', head: true, cell: ({ event }) => <span title={event}>{wordsOf(event)}</span> },
    {
      key: 'subject',
      title: 'О чём',
      cell: ({ subject: about }) => (
        <button type="button" className={s.subject} title={about} onClick={() => setSubject(idOf(about))}>
          {about.split(' ')[0]} …{about.slice(-8)}
        </button>
      ),
    },
    { key: 'data', title: 'Подробности', cell: ({ data }) => <Particulars data={data} /> },
    {
      key: 'hash',
      title: 'Отпечаток',
      cell: ({ hash }) => (
        <code className={s.hash} title={hash}>
          {hash.slice(0, 10)}
        </code>
      ),
    },
  ]
  return (
    <ListScreen
      title="Журнал"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: 'clock', title: 'Записей нет', text: 'Уберите отбор, чтобы увидеть весь журнал.' }}
      actions={
        <>
          {subject && (
            <Button small kind="soft" icon="close" onClick={() => setSubject('')}>
              Только …{subject.slice(-8)}
            </Button>
          )}
          <ButtonLink small kind="quiet" icon="download" href={exportJournal.path} download>
            JSONL
          </ButtonLink>
          <ButtonLink small kind="quiet" icon="download" href={`${exportJournal.path}?format=csv`} download>
            CSV
          </ButtonLink>
          <Button small kind="quiet" icon="refresh" busy={list.busy} onClick={list.again}>
            Обновить
          </Button>
        </>
      }
    />
  )
}

function Particulars({ data }: Pick<Entry, 'data'>) {
  const parts = Object.entries(data)
  if (parts.length === 0) return '—'
  return (
    <span className={s.particulars}>
      {parts.map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(', ')}
    </span>
  )
}
