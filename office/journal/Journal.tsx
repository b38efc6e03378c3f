import { appealKinds } from '#contract/appeals.ts'
import type { CallAnswer } from '#contract/call.ts'
import { exportJournal, officeJournal } from '#contract/calls/office/journal.ts'
import { actorNames, type Called, particularsText, subjectNames } from '#contract/journal/particulars.ts'
import { wordsOf } from '#contract/journal.ts'
import { notices } from '#contract/notices.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { stateText } from '../stateText.ts'
import { usePages } from '../useRead.ts'
import s from './Journal.module.css'
import { JournalFilters } from './JournalFilters.tsx'
import { useJournalFilters } from './useJournalFilters.ts'

/** States and notices as the staff call them */
const fixed = [
  ...Object.entries(stateText),
  ...Object.entries(appealKinds),
  ...Object.entries(notices).map(([kind, { title }]) => [kind, title] as const),
]

type Entry = CallAnswer<typeof officeJournal>['items'][number]

/** «client 0198…» as «Клиент …»: the kind in words, the end of a long id */
function inWords(text: string, kinds: Readonly<Record<string, string>>): string {
  const [kind = '', id] = text.split(' ')
  const word = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
  if (!word) return text
  return id ? `${word} ${id.length > 12 ? `…${id.slice(-8)}` : id}` : word
}

const idOf = (subject: string) => subject.split(' ')[1] ?? ''

/** Everything that was done, newest first; each line carries the hash of all before it in its chain */
export function Journal() {
  const filters = useJournalFilters()
  const { chosen, choose } = filters
  const list = usePages<typeof officeJournal, Entry>(officeJournal, (after) => ({
    query: { ...(after && { after }), ...chosen },
  }))
  const called: Called = {
    roles: Object.fromEntries((list.first?.roles ?? []).map(({ id, title }) => [id, title])),
    others: new Map([...fixed, ...(list.first?.people ?? []).map(({ id, name }) => [id, name] as const)]),
  }
  const columns: readonly Column<Entry>[] = [
    { key: 'at', title: 'Когда, отпечаток', cell: (entry) => <When {...entry} /> },
    { key: 'actor', title: 'Кто', cell: ({ actor }) => <span title={actor}>{inWords(actor, actorNames)}</span> },
    { key: 'event', title: 'Что', head: true, cell: (entry) => <What {...entry} called={called} /> },
    {
      key: 'subject',
      title: 'О чём',
      cell: ({ subject: about }) => (
        <button type="button" className={s.subject} title={about} onClick={() => choose('subject', idOf(about))}>
          {inWords(about, subjectNames)}
        </button>
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
          {Object.keys(chosen).length > 0 && (
            <Button small kind="soft" icon="close" onClick={filters.clear}>
              {chosen.subject ? `Только …${chosen.subject.slice(-8)}` : 'Убрать отбор'}
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
    >
      <JournalFilters filters={filters} people={list.first?.people ?? []} />
    </ListScreen>
  )
}

/** The hash under the moment, in no column of its own: six columns are more than a tablet has room for */
function When({ at, hash }: Pick<Entry, 'at' | 'hash'>) {
  const moment = useMoments()
  return (
    <>
      <span className={s.still}>{moment(at)}</span>
      <code className={s.hash} title={hash}>
        {hash.slice(0, 10)}
      </code>
    </>
  )
}

type WhatProps = Pick<Entry, 'event' | 'data'> & { readonly called: Called }

function What({ event, data, called }: WhatProps) {
  return (
    <>
      <span title={event}>{wordsOf(event)}</span>
      {Object.keys(data).length > 0 && <span className={s.particulars}>{particularsText(data, called)}</span>}
    </>
  )
}
