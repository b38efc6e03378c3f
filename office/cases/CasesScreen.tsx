import { useState } from 'react'
import { Link } from 'wouter'
import { type Case, officeCases } from '#contract/calls/office/clients.ts'
import { caseKinds, caseOutcomes } from '#contract/person/cases.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { usePages } from '../useRead.ts'
import { EndCase } from './EndCase.tsx'

/** A difference with the core is seen by its sums; what else a case is about stands on the client's card */
function Matter({ kind, about }: Case) {
  if (kind !== 'coreDifference') return caseKinds[kind]
  return (
    <>
      {caseKinds[kind]}
      <br />
      {about}
    </>
  )
}

/** What waits for a person of the staff about clients, oldest first; what holds money is ended by two */
export function CasesScreen() {
  const me = useStaff()
  const moment = useMoments()
  const [ending, setEnding] = useState<Case | null>(null)
  const list = usePages<typeof officeCases, Case>(officeCases, (after) => ({ query: after ? { after } : {} }), 20_000)
  const columns: readonly Column<Case>[] = [
    { key: 'at', title: 'С', cell: ({ openedAt }) => moment(openedAt) },
    { key: 'kind', title: 'Дело', head: true, cell: (each) => <Matter {...each} /> },
    {
      key: 'holds',
      title: 'Деньги',
      cell: ({ holds }) => (holds ? <Tag tone="bad">ждут</Tag> : <Tag>не ждут</Tag>),
    },
    {
      key: 'client',
      title: 'Клиент',
      cell: ({ clientId }) => <Link href={`/clients/${clientId}`}>…{clientId.slice(-8)}</Link>,
    },
    {
      key: 'asked',
      title: 'Слово первого',
      cell: ({ asked }) => (asked ? `${asked.by}: ${caseOutcomes[asked.outcome].toLowerCase()}` : '—'),
    },
    {
      key: 'end',
      title: 'Решение',
      cell: (each) => {
        if (!hasRight(me, 'cases.end')) return 'решаете не вы'
        if (each.asked?.mine) return 'ждёт другого сотрудника'
        return (
          <Button small kind="soft" wide={false} onClick={() => setEnding(each)}>
            Закрыть дело
          </Button>
        )
      },
    },
  ]
  return (
    <>
      <ListScreen
        title="Дела"
        list={list}
        columns={columns}
        rowKey={({ id }) => id}
        empty={{
          icon: 'check',
          title: 'Дел нет',
          text: 'Они появятся, когда клиенты окажутся похожи друг на друга или на список.',
        }}
      />
      <EndCase
        ending={ending}
        onClose={() => setEnding(null)}
        onDone={() => {
          setEnding(null)
          list.again()
        }}
      />
    </>
  )
}
