import { useLocation, useSearch } from 'wouter'
import { type Bucket, buckets, findLoans, type OfficeLoanItem, officeLoans } from '#contract/calls/office/loans.ts'
import { stopGrounds } from '#contract/collection.ts'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { Filter } from '../frame/Filter.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { NameLink } from '../frame/NameLink.tsx'
import { SearchBox } from '../frame/SearchBox.tsx'
import { keepingSearch, useSearchText } from '../frame/useSearchText.ts'
import { useMoments } from '../moments.ts'
import { useFound } from '../useRead.ts'
import s from './Loans.module.css'

const states = [
  { value: 'running', label: 'идут' },
  { value: 'closed', label: 'закрыты' },
] as const
const isBucket = (text: string | null): text is Bucket => text !== null && text in buckets
const day = (text: string) => formatDate(text as IsoDate, 'numeric')
const sum = (amount: number) => formatRoubles(kopecks(amount))

/** Loans after the payout; the filters stand in the address, so that a reload keeps them */
export function Loans() {
  const moment = useMoments()
  const [, go] = useLocation()
  const query = new URLSearchParams(useSearch())
  const [search, setSearch] = useSearchText()
  const asked = query.get('bucket')
  const bucket = isBucket(asked) ? asked : undefined
  const state = states.find(({ value }) => value === query.get('state'))?.value
  const choose = (name: string, value: string) => {
    if (value) query.set(name, value)
    else query.delete(name)
    go(`/loans${query.size > 0 ? `?${query}` : ''}`, keepingSearch())
  }
  const list = useFound<typeof officeLoans, OfficeLoanItem>(
    officeLoans,
    findLoans,
    search,
    (after) => ({ ...(after && { after }), ...(bucket && { bucket }), ...(state && { state }) }),
    30_000,
  )
  const columns: readonly Column<OfficeLoanItem>[] = [
    {
      key: 'name',
      title: 'Клиент',
      head: true,
      cell: ({ id, name }) => <NameLink href={`/loans/${id}`} name={name} />,
    },
    { key: 'contract', title: 'Договор', cell: ({ contract }) => <span className={s.still}>{contract}</span> },
    { key: 'principal', title: 'Основной долг', end: true, cell: ({ principal }) => sum(principal) },
    { key: 'due', title: 'К оплате сейчас', end: true, cell: ({ due }) => (due > 0 ? sum(due) : '—') },
    { key: 'late', title: 'Просрочка', cell: (loan) => <Late {...loan} /> },
    {
      key: 'next',
      title: 'Следующий платёж',
      cell: ({ nextDate, nextAmount }) => (nextDate ? `${day(nextDate)}, ${sum(nextAmount ?? 0)}` : '—'),
    },
    {
      key: 'contact',
      title: 'Последний контакт',
      cell: ({ contactedAt, stop }) =>
        stop ? <Tag tone="bad">{stopGrounds[stop]}</Tag> : contactedAt ? moment(contactedAt) : '—',
    },
    {
      key: 'promise',
      title: 'Обещание',
      cell: ({ promise }) =>
        promise ? (
          <>
            {day(promise.day)}, {sum(promise.amount)} {promise.state === 'broken' && <Tag tone="bad">нарушено</Tag>}
          </>
        ) : (
          '—'
        ),
    },
  ]
  return (
    <ListScreen
      title="Займы"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: 'search', title: 'Займов нет', text: 'По этому отбору ничего не нашлось.' }}
    >
      <search className={s.tools}>
        <SearchBox
          label="Поиск по договору, телефону или фамилии"
          placeholder="Договор, телефон или фамилия"
          search={search}
          onSearch={setSearch}
        />
        <Filter label="Состояние" value={state ?? ''} options={states} onChange={(value) => choose('state', value)} />
        {list.first && (
          <span>
            Идут {list.first.running.loans}, основной долг {sum(list.first.running.principal)}
          </span>
        )}
      </search>
      {list.first && (
        <fieldset className={s.buckets} aria-label="Просрочка">
          {list.first.portfolio.map((one) => (
            <button
              key={one.bucket}
              type="button"
              className={s.bucket}
              aria-pressed={bucket === one.bucket}
              onClick={() => choose('bucket', bucket === one.bucket ? '' : one.bucket)}
            >
              {buckets[one.bucket].title}
              <b>{one.loans}</b>
              <span>{sum(one.principal)}</span>
            </button>
          ))}
        </fieldset>
      )}
    </ListScreen>
  )
}

function Late({ state, overdueDays }: Pick<OfficeLoanItem, 'state' | 'overdueDays'>) {
  if (state !== 'running') return <Tag>{state === 'closed' ? 'закрыт' : 'возвращён'}</Tag>
  if (overdueDays === 0) return <Tag tone="good">в срок</Tag>
  return <Tag tone={overdueDays > 3 ? 'bad' : 'warn'}>{overdueDays} дн.</Tag>
}
