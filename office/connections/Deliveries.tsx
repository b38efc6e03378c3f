import type { CallAnswer } from '#contract/call.ts'
import { officeDeliveries, officeSendAgain } from '#contract/calls/office/webhooks.ts'
import { Button } from '#ui/actions/Button.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import s from './Connections.module.css'

type Delivery = CallAnswer<typeof officeDeliveries>['items'][number]

const faults: Readonly<Record<string, string>> = {
  outbound_refused: 'адрес не разрешён или отвечает переадресацией',
  outbound_unreachable: 'не соединиться',
  outbound_timeout: 'не ответил за 10 секунд',
  forgotten: 'событие уже удалено по сроку',
}

/** Why a receiver did not take an event */
export function faultWords({
  status,
  fault,
}: {
  readonly status: number | null
  readonly fault: string | null
}): string {
  return status !== null ? `ответ ${status}` : (faults[fault ?? ''] ?? 'не вышло')
}

const stateWords = { waiting: 'ждёт', done: 'принято', parked: 'не принято' }

/** The last hundred events of a webhook */
export function Deliveries({ id }: { readonly id: string }) {
  const moment = useMoments()
  const { data, error, mutate } = useRead(officeDeliveries, { params: { id }, query: {} }, { every: 5000 })
  const { isBusy, act } = useAct({ after: mutate })
  const again = ({ sequence }: Delivery) =>
    act(async () => {
      await makeCall(officeSendAgain, { params: { id, sequence } })
      return 'Пошлём ещё раз'
    }, sequence)
  const columns: readonly Column<Delivery>[] = [
    { key: 'sequence', title: '№', head: true, cell: ({ sequence }) => sequence },
    {
      key: 'type',
      title: 'Событие',
      cell: ({ type }) => <span className={s.scopes}>{type.replace('ru.zayavka.', '')}</span>,
    },
    {
      key: 'state',
      title: 'Итог',
      cell: (row) =>
        row.attempts > 0 && row.state !== 'done'
          ? `${stateWords[row.state]}: ${faultWords(row)}`
          : stateWords[row.state],
    },
    { key: 'attempts', title: 'Попыток', end: true, cell: ({ attempts }) => attempts },
    { key: 'at', title: 'Когда', cell: ({ lastAt, dueAt }) => moment(lastAt ?? dueAt) },
    {
      key: 'again',
      title: 'Действие',
      cell: (row) =>
        row.state === 'waiting' ? null : (
          <Button small kind="quiet" busy={isBusy(row.sequence)} onClick={() => void again(row)}>
            Послать ещё раз
          </Button>
        ),
    },
  ]
  if (error) return <Trouble error={error} onAgain={() => void mutate()} />
  if (!data) return <Loading />
  return (
    <Sheet>
      <Table
        caption="Что послано"
        columns={columns}
        rows={data.items}
        rowKey={({ sequence }) => sequence}
        empty={<p>Пока ничего.</p>}
      />
    </Sheet>
  )
}
