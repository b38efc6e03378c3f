import { useState } from 'react'
import { Link } from 'wouter'
import { type AppealKind, type AppealState, appealKinds, appealStates, appealWays } from '#contract/appeals.ts'
import { type OfficeAppealItem, officeAppeals } from '#contract/calls/office/appeals.ts'
import { hasRight } from '#contract/roles.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Filter } from '../frame/Filter.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import s from '../loans/Loans.module.css'
import { dayText } from '../loans/words.ts'
import { useStaff } from '../session.ts'
import { usePages } from '../useRead.ts'
import { EnterAppeal } from './EnterAppeal.tsx'
import { leftText, leftTone } from './words.ts'

const optionsOf = <K extends string>(table: Readonly<Record<K, string>>) =>
  (Object.keys(table) as K[]).map((value) => ({ value, label: table[value] }))

/** What borrowers ask of the lender, the most urgent first: each with the day by which it is answered */
export function Appeals() {
  const me = useStaff()
  const [kind, setKind] = useState<AppealKind | ''>('')
  const [state, setState] = useState<AppealState | ''>('')
  const list = usePages<typeof officeAppeals, OfficeAppealItem>(
    officeAppeals,
    (after) => ({ query: { ...(after && { after }), ...(kind && { kind }), ...(state && { state }) } }),
    20_000,
  )
  const columns: readonly Column<OfficeAppealItem>[] = [
    {
      key: 'number',
      title: '№',
      head: true,
      cell: ({ id, number }) => <Link href={`/appeals/${id}`}>№ {number}</Link>,
    },
    { key: 'kind', title: 'О чём', cell: (row) => appealKinds[row.kind] },
    {
      key: 'came',
      title: 'Пришло',
      cell: ({ cameOn, way }) => (
        <>
          {dayText(cameOn)} {way !== 'cabinet' && <Tag>{appealWays[way].toLowerCase()}</Tag>}
        </>
      ),
    },
    {
      key: 'by',
      title: 'Ответить до',
      cell: ({ answerBy, left }) => (
        <>
          {dayText(answerBy)} {left !== null && <Tag tone={leftTone(left)}>{leftText(left)}</Tag>}
        </>
      ),
    },
    { key: 'state', title: 'Состояние', cell: (row) => appealStates[row.state] },
    { key: 'asked', title: 'Слово первого', cell: ({ asked }) => asked ?? '—' },
  ]
  return (
    <ListScreen
      title="Обращения"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      actions={hasRight(me, 'appeals.answer') && <EnterAppeal onEntered={list.again} />}
      empty={{ icon: 'check', title: 'Обращений нет', text: 'Они появятся, когда заёмщики напишут из кабинета.' }}
    >
      {list.first && list.first.late > 0 && (
        <Notice tone="bad">Срок ответа прошёл: {list.first.late}. Ответьте на них первыми.</Notice>
      )}
      <search className={s.tools}>
        <Filter label="О чём" value={kind} options={optionsOf(appealKinds)} onChange={setKind} />
        <Filter label="Состояние" value={state} options={optionsOf(appealStates)} onChange={setState} />
      </search>
    </ListScreen>
  )
}
