import { useState } from 'react'
import { assignedForMinutes, officeShift, type ShiftRequest, type ShiftReviewer } from '#contract/calls/office/shift.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { NameLink } from '../frame/NameLink.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useLive } from '../live.ts'
import { useMoments } from '../moments.ts'
import { Waiting } from '../queue/columns.tsx'
import { useRead } from '../useRead.ts'
import { Assign } from './Assign.tsx'
import s from './Shift.module.css'

/** Who has what and since when, and who could take more; requests are given out and moved from here */
export function Shift() {
  const moment = useMoments()
  const { data, error, mutate } = useRead(officeShift, {}, { every: 20_000 })
  const [giving, setGiving] = useState<ShiftRequest | null>(null)
  const again = () => void mutate()
  useLive(again)

  const people: readonly Column<ShiftReviewer>[] = [
    { key: 'name', title: 'Сотрудник', head: true, cell: ({ name }) => name },
    { key: 'role', title: 'Роль', cell: ({ role }) => role },
    { key: 'inHand', title: 'В работе', end: true, cell: ({ inHand }) => inHand },
    { key: 'assigned', title: 'Назначено', end: true, cell: ({ assigned }) => assigned },
    { key: 'done', title: 'Решено сегодня', end: true, cell: ({ doneToday }) => doneToday },
    {
      key: 'seen',
      title: 'Был на месте',
      end: true,
      cell: ({ seenAt }) => (seenAt ? moment(seenAt) : 'ещё не входил'),
    },
  ]
  const requests: readonly Column<ShiftRequest>[] = [
    {
      key: 'name',
      title: 'Клиент',
      head: true,
      cell: ({ id, name }) => <NameLink href={`/requests/${id}`} name={name} />,
    },
    { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => formatRoubles(kopecks(amount)) },
    { key: 'waiting', title: 'Ждёт', end: true, cell: (row) => <Waiting {...row} /> },
    { key: 'round', title: 'Проверка', end: true, cell: ({ round }) => `${round}-я` },
    {
      key: 'who',
      title: 'У кого',
      cell: ({ holder, assigned }) =>
        holder
          ? `${holder.staff}, с ${moment(holder.since)}`
          : assigned
            ? `назначена: ${assigned.staff}, ${moment(assigned.since)}`
            : '—',
    },
    {
      key: 'give',
      title: 'Кому отдать',
      cell: (row) => (
        <Button small kind="soft" wide={false} onClick={() => setGiving(row)}>
          {row.holder || row.assigned ? 'Передать' : 'Назначить'}
        </Button>
      ),
    },
  ]
  return (
    <Screen title="Смена">
      {error && <Trouble error={error} onAgain={again} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Sheet>
            <Table caption="Сотрудники" columns={people} rows={data.reviewers} rowKey={({ id }) => id} />
          </Sheet>
          <p className={s.sums}>
            Ждут {data.waiting}, в работе {data.held}. Назначенная заявка {assignedForMinutes} минут достаётся только
            своему сотруднику, потом — любому.
          </p>
          <Sheet>
            <Table
              caption="Заявки в работе и в очереди"
              columns={requests}
              rows={data.requests}
              rowKey={({ id }) => id}
              empty={
                <Empty icon="check" title="Никто не ждёт">
                  Новые появятся сами.
                </Empty>
              }
            />
          </Sheet>
          <Assign
            key={giving?.id}
            request={giving}
            reviewers={data.reviewers}
            onClose={() => setGiving(null)}
            onDone={() => {
              setGiving(null)
              again()
            }}
          />
        </>
      )}
    </Screen>
  )
}
