import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { findRequests, officeQueue, type QueueItem, queueTabs } from '#contract/calls/office/queue.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Tabs } from '#ui/frame/Tabs.tsx'
import { Table } from '#ui/show/Table.tsx'
import { Kbd } from '#ui/show/Tag.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { Legend } from '../keys/Legend.tsx'
import { useKeys } from '../keys/useKeys.ts'
import { useLive } from '../live.ts'
import { minutesText } from '../moments.ts'
import { useFound } from '../useRead.ts'
import { queueColumns } from './columns.tsx'
import { countText } from './countText.ts'
import s from './Queue.module.css'
import { useTakeNext } from './takeNext.ts'

type Tab = (typeof queueTabs)[number]

const titles: Readonly<Record<Tab, string>> = {
  queued: 'Ждут',
  mine: 'Мои',
  returned: 'На исправлении',
  all: 'Все',
}

const nothing: Readonly<Record<Tab, string>> = {
  queued: 'Никто не ждёт',
  mine: 'У вас нет заявок',
  returned: 'Никто не исправляет',
  all: 'Заявок пока нет',
}

const legend = [
  ['N', 'взять следующую'],
  ['J K', 'вниз и вверх по списку'],
  ['Enter', 'открыть выбранную'],
  ['1–4', 'вкладки'],
  ['/', 'поиск'],
] as const

/** The requests by tab, oldest first; the next one is taken by one key */
export function Queue() {
  const [, go] = useLocation()
  const [tab, setTab] = useState<Tab>('queued')
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), 300)
  const [chosen, setChosen] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const list = useFound<typeof officeQueue, QueueItem>(
    officeQueue,
    findRequests,
    search,
    (after) => ({ tab, ...(after && { after }) }),
    20_000,
  )
  useLive(list.again)
  const [taking, take] = useTakeNext()
  const open = (id: string) => go(`/requests/${id}`)

  const walk = (by: number) => {
    const at = list.items.findIndex(({ id }) => id === chosen)
    const next = list.items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), list.items.length - 1)]
    if (next) setChosen(next.id)
  }
  const tabKeys = Object.fromEntries(queueTabs.map((key, at) => [String(at + 1), () => setTab(key)]))
  useKeys({
    ...tabKeys,
    n: take,
    j: () => walk(1),
    k: () => walk(-1),
    arrowDown: () => walk(1),
    arrowUp: () => walk(-1),
    slash: () => field.current?.focus(),
    ...(chosen && list.items.some(({ id }) => id === chosen) && { enter: () => open(chosen) }),
  })

  const counters = list.first?.counters
  return (
    <Screen
      title="Очередь"
      actions={
        <>
          <Legend keys={legend} />
          <Button wide={false} busy={taking} onClick={take}>
            Взять следующую <Kbd>N</Kbd>
          </Button>
        </>
      }
    >
      <Tabs
        label="Заявки"
        value={tab}
        onChange={setTab}
        tabs={queueTabs.map((key) => ({ key, title: titles[key], count: counters && countText(counters[key]) }))}
      >
        <div className={s.list}>
          <search className={s.search}>
            <input
              ref={field}
              type="search"
              aria-label="Поиск по телефону, фамилии или номеру заявки"
              placeholder="Телефон, фамилия или номер заявки"
              autoComplete="off"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            {list.first && <p>Обещаем ответить за {minutesText(list.first.promiseMinutes)}</p>}
          </search>
          {list.error && <Trouble error={list.error} onAgain={list.again} />}
          {list.first && (
            <Sheet>
              <Table
                caption="Заявки"
                columns={queueColumns(tab)}
                rows={list.items}
                rowKey={({ id }) => id}
                chosen={chosen}
                onOpen={({ id }) => open(id)}
                empty={
                  <Empty icon={search ? 'search' : 'check'} title={search ? 'Не нашли' : nothing[tab]}>
                    {search ? 'Ищем по целой фамилии, телефону или номеру заявки.' : 'Новые появятся сами.'}
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
        </div>
      </Tabs>
    </Screen>
  )
}

/** The value once it has not changed for so many milliseconds */
function useSettled(value: string, ms: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
