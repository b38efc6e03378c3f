import type { QueueItem, queueTabs } from '#contract/calls/office/queue.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { NameLink } from '../frame/NameLink.tsx'
import { minutesText } from '../moments.ts'
import { stateText } from '../stateText.ts'
import s from './Queue.module.css'

type Tab = (typeof queueTabs)[number]

/** Columns of the queue; the state stands where requests of several states are listed together */
export function queueColumns(tab: Tab): readonly Column<QueueItem>[] {
  const columns: readonly Column<QueueItem>[] = [
    {
      key: 'name',
      title: 'Клиент',
      head: true,
      cell: ({ id, name }) => <NameLink href={`/requests/${id}`} name={name} />,
    },
    { key: 'passport', title: 'Паспорт', cell: ({ passport }) => <span className={s.still}>{passport}</span> },
    { key: 'product', title: 'Продукт', cell: ({ product }) => product },
    {
      key: 'amount',
      title: 'Сумма',
      end: true,
      cell: ({ amount, needsSecond }) => (
        <>
          {needsSecond && <Tag tone="warn">нужны двое</Tag>}{' '}
          <span className={s.still}>{formatRoubles(kopecks(amount))}</span>
        </>
      ),
    },
    { key: 'waiting', title: 'Ждёт', end: true, cell: (row) => <Waiting {...row} /> },
    { key: 'round', title: 'Проверка', end: true, cell: ({ round }) => (round > 1 ? `${round}-я` : '1-я') },
    {
      key: 'reviewer',
      title: 'Сотрудник',
      cell: ({ reviewer, assignee }) => (assignee ? `назначена: ${assignee}` : (reviewer ?? '—')),
    },
  ]
  if (tab !== 'all') return columns
  return [...columns, { key: 'state', title: 'Состояние', cell: (row) => stateText[row.state] }]
}

export function Waiting({ waitingMinutes, late }: Pick<QueueItem, 'waitingMinutes' | 'late'>) {
  const text = minutesText(waitingMinutes)
  return late ? <Tag tone="bad">{text}, поздно</Tag> : <span className={s.still}>{text}</span>
}
