import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { officeTasks, type Task, taskKinds, taskTabs } from '#contract/calls/office/tasks.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import { AddTask } from './AddTask.tsx'
import { EndTask } from './EndTask.tsx'
import s from './Tasks.module.css'

type Tab = (typeof taskTabs)[number]

const titles: Readonly<Record<Tab, string>> = { mine: 'Мои', open: 'Все открытые', done: 'Сделано' }

/** Tasks and calls to make, the soonest due first */
export function Tasks() {
  const moment = useMoments()
  const [, go] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('tab')
  const tab = taskTabs.find((one) => one === asked) ?? 'mine'
  const [adding, setAdding] = useState(false)
  const [ending, setEnding] = useState<Task | null>(null)
  const list = usePages<typeof officeTasks, Task>(
    officeTasks,
    (after) => ({ query: { tab, ...(after && { after }) } }),
    30_000,
  )
  const columns: readonly Column<Task>[] = [
    {
      key: 'due',
      title: 'Срок',
      cell: ({ dueAt, late }) => (late ? <Tag tone="bad">{moment(dueAt)}, просрочено</Tag> : moment(dueAt)),
    },
    {
      key: 'what',
      title: 'Что',
      head: true,
      cell: ({ kind, words }) => (
        <span className={s.words}>
          {kind === 'callback' && <Tag tone="warn">{taskKinds.callback}</Tag>} {words}
        </span>
      ),
    },
    {
      key: 'about',
      title: 'О ком',
      cell: ({ requestId, loanId, name }) =>
        loanId ? (
          <Link href={`/loans/${loanId}`}>{name ?? 'заём'}</Link>
        ) : requestId ? (
          <Link href={`/requests/${requestId}`}>{name ?? 'заявка'}</Link>
        ) : (
          '—'
        ),
    },
    {
      key: 'whose',
      title: 'Кому, от кого',
      cell: ({ assignee, by }) => (
        <>
          {assignee ?? 'кто первый'}
          <small className={s.by}>от: {by}</small>
        </>
      ),
    },
    {
      key: 'end',
      title: tab === 'done' ? 'Чем кончилось' : 'Сделать',
      cell: (task) =>
        task.done ? (
          <span className={s.words}>
            {task.done.by}, {moment(task.done.at)}
            {task.done.result && `: ${task.done.result}`}
          </span>
        ) : (
          <Button small kind="soft" wide={false} onClick={() => setEnding(task)}>
            Сделано
          </Button>
        ),
    },
  ]
  return (
    <Screen
      title="Задачи"
      actions={
        <Button wide={false} icon="plus" onClick={() => setAdding(true)}>
          Поставить задачу
        </Button>
      }
    >
      <Tabs
        label="Задачи"
        value={tab}
        onChange={(next) => go(next === 'mine' ? '/tasks' : `/tasks?tab=${next}`, { replace: true })}
        tabs={taskTabs.map((key) => ({ key, title: titles[key] }))}
      >
        {list.error && <Trouble error={list.error} onAgain={list.again} />}
        {list.first && (
          <Sheet>
            <Table
              caption="Задачи"
              columns={columns}
              rows={list.items}
              rowKey={({ id }) => id}
              empty={
                <Empty icon="check" title={tab === 'done' ? 'Сделанных задач нет' : 'Задач нет'}>
                  Поставьте себе или коллеге: что сделать, кому перезвонить и когда.
                </Empty>
              }
            />
          </Sheet>
        )}
        {list.more && (
          <Button small kind="soft" busy={list.busy} onClick={list.more}>
            Показать ещё
          </Button>
        )}
      </Tabs>
      <AddTask
        open={adding}
        people={list.first?.people ?? []}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false)
          list.again()
        }}
      />
      <EndTask
        key={ending?.id}
        task={ending}
        onClose={() => setEnding(null)}
        onDone={() => {
          setEnding(null)
          list.again()
        }}
      />
    </Screen>
  )
}
