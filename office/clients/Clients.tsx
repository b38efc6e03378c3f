import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { type FoundClient, findClients } from '#contract/calls/office/clients.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAsk } from '../useAsk.ts'
import s from './Clients.module.css'

/** A search for a client by anything the staff may be asked by; what was typed stays out of the address and the journal */
export function Clients() {
  const [, go] = useLocation()
  const moment = useMoments()
  const [typed, setTyped] = useState('')
  const { data: found, error, busy, ask } = useAsk(findClients)
  const tooShort = typed.trim().length < 3

  const search = () => {
    if (!tooShort) void ask({ body: { search: typed.trim() } })
  }

  const columns: readonly Column<FoundClient>[] = [
    { key: 'name', title: 'Клиент', head: true, cell: ({ id, name }) => <Link href={`/clients/${id}`}>{name}</Link> },
    { key: 'phone', title: 'Телефон', cell: ({ phone }) => phone },
    { key: 'passport', title: 'Паспорт', cell: ({ passport }) => passport },
    { key: 'accounts', title: 'Аккаунтов', end: true, cell: ({ accounts }) => accounts },
    { key: 'since', title: 'С нами с', cell: ({ since }) => moment(since) },
  ]
  return (
    <Screen title="Клиенты">
      <search>
        <form
          className={s.search}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            search()
          }}
        >
          <input
            type="search"
            aria-label="Найти клиента"
            aria-describedby="client-search-hint"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" wide={false} busy={busy} disabled={tooShort}>
            Найти
          </Button>
          <p id="client-search-hint">
            Телефон, имя или его начало, паспорт, СНИЛС, ИНН, почта, номер договора, заявки или выплаты. От трёх знаков.
          </p>
        </form>
      </search>
      {error && <Trouble error={error} onAgain={search} />}
      {found && (
        <Sheet>
          <Table
            caption="Найденные клиенты"
            columns={columns}
            rows={found.items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => go(`/clients/${id}`)}
            empty={
              <Empty icon="search" title="Не нашли">
                Проверьте, что набрано: номера ищутся целиком, имена с начала слова.
              </Empty>
            }
          />
        </Sheet>
      )}
      {found?.more && <p role="status">Показаны первые двадцать: уточните, кого ищете.</p>}
    </Screen>
  )
}
