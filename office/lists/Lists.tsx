import { useState } from 'react'
import { confirmListEntry, type ListEntry, officeLists, removeListEntry } from '#contract/calls/office/lists.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { fileLists, ownLists } from '#contract/person/lists.ts'
import { formatCount } from '#contract/russian.ts'
import { Button } from '#ui/actions/Button.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { usePages } from '../useRead.ts'
import { AddEntry } from './AddEntry.tsx'
import s from './Lists.module.css'

const tones = { black: 'bad', watch: 'warn', trusted: 'good' } as const
const waiting = { add: 'ждёт второго', remove: 'убирают, ждёт второго' } as const

/** The lender's own lists, and the files of the lists the law names */
export function Lists() {
  const moment = useMoments()
  const [adding, setAdding] = useState(false)
  const list = usePages<typeof officeLists, ListEntry>(officeLists, (after) => ({ query: after ? { after } : {} }))

  const { isBusy, act } = useAct({ after: list.again })
  const run = (id: string, work: () => Promise<unknown>, done: string) =>
    void act(async () => {
      await work()
      return done
    }, id)
  const columns: readonly Column<ListEntry>[] = [
    { key: 'list', title: 'Список', cell: ({ list: of }) => <Tag tone={tones[of]}>{ownLists[of]}</Tag> },
    { key: 'value', title: 'Кто', head: true, cell: ({ value }) => value },
    { key: 'reason', title: 'Причина', cell: ({ reason }) => reason },
    { key: 'author', title: 'Внёс', cell: ({ author, at }) => `${author}, ${moment(at)}` },
    { key: 'until', title: 'До', cell: ({ until }) => (until ? formatDate(until as IsoDate, 'numeric') : 'бессрочно') },
    {
      key: 'act',
      title: 'Что дальше',
      cell: ({ id, waits, mayConfirm }) => (
        <div className={s.acts}>
          {waits && <Tag tone="warn">{waiting[waits]}</Tag>}
          {mayConfirm && (
            <Button
              small
              kind="soft"
              wide={false}
              busy={isBusy(id)}
              onClick={() => run(id, () => makeCall(confirmListEntry, { params: { id } }), 'Подтверждено')}
            >
              Подтвердить
            </Button>
          )}
          <Button
            small
            kind="quiet"
            wide={false}
            busy={isBusy(id)}
            onClick={() => run(id, () => makeCall(removeListEntry, { params: { id } }), 'Записано в журнал')}
          >
            {waits === 'remove' ? 'Оставить' : 'Убрать'}
          </Button>
        </div>
      ),
    },
  ]
  const files = list.first?.files ?? []
  return (
    <>
      <ListScreen
        title="Списки"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: 'list',
          title: 'Списки пусты',
          text: 'В них вносят по документу, телефону или имени с датой рождения.',
        }}
        actions={
          <Button small wide={false} icon="plus" onClick={() => setAdding(true)}>
            Внести
          </Button>
        }
      >
        {files.map(({ name, kind, entries, loadedAt, screenedAt, sha256, old }) => (
          <p key={name} title={`SHA-256 ${sha256}`}>
            {fileLists[kind]}, {name}: {formatCount(entries, 'запись', 'записи', 'записей')}, загружен{' '}
            {moment(loadedAt)}
            {kind === 'screening' && (screenedAt ? `, все сверены ${moment(screenedAt)}` : ', сверяем всех')}{' '}
            {old && <Tag tone="bad">устарел, загрузите новый</Tag>}
          </p>
        ))}
        {list.first && files.length === 0 && (
          <p>
            Перечни (115-ФЗ, ФинЦЕРТ, недействительные паспорта) не загружены. Их загружает администратор сервера
            командой load-list.
          </p>
        )}
      </ListScreen>
      <AddEntry
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={() => {
          setAdding(false)
          list.again()
        }}
      />
    </>
  )
}
