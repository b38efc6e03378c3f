import { useLocation, useSearch } from 'wouter'
import {
  findPayouts,
  officePayouts,
  type OfficePayout as Payout,
  type PayoutState,
  type payoutFilters,
  payoutStates,
  waitForUs,
} from '#contract/calls/office/payouts.ts'
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
import s from './Payouts.module.css'
import { RetryPayout } from './RetryPayout.tsx'

type Attempt = Payout['attempts'][number]['state']
type Look = { readonly text: string; readonly tone: 'plain' | 'good' | 'warn' | 'bad' }

const states: Readonly<Record<PayoutState, Look>> = {
  preparing: { text: 'готовится', tone: 'plain' },
  sent: { text: 'отправлена', tone: 'plain' },
  checking: { text: 'проверяем у банка', tone: 'warn' },
  refused: { text: 'не принята, ждёт нас', tone: 'bad' },
  succeeded: { text: 'дошла', tone: 'good' },
  unfunded: { text: 'ждёт денег на нашем счёте', tone: 'bad' },
  cancelled: { text: 'не прошла, ждёт клиента', tone: 'bad' },
  withdrawn: { text: 'отменена до отправки', tone: 'plain' },
}

const attemptLooks: Readonly<Record<Attempt, Look>> = {
  open: { text: 'отправлена', tone: 'plain' },
  unknown: { text: 'ответа нет, проверяем', tone: 'warn' },
  refused: { text: 'не принята', tone: 'bad' },
  succeeded: states.succeeded,
  cancelled: { text: 'не прошла', tone: 'bad' },
}

function State({ look: { text, tone } }: { look: Look }) {
  return <Tag tone={tone}>{text}</Tag>
}

/** The payout's state; while the rail complains, of what, and how to go on */
function Whole({ payout, again }: { readonly payout: Payout; readonly again: () => void }) {
  const { state, trouble } = payout
  const goesOn = state === 'checking' || waitForUs.some((one) => one === state)
  return (
    <div className={s.state}>
      <State look={states[state]} />
      {trouble && <span className={s.trouble}>{trouble}</span>}
      {goesOn && <RetryPayout payout={payout} onDone={again} />}
    </div>
  )
}

type Filtered = (typeof payoutFilters)[number]
const filters: readonly { value: Filtered; label: string }[] = [
  { value: 'ours', label: 'ждут нас' },
  ...payoutStates.map((value) => ({ value, label: states[value].text })),
]

/** Payouts with each attempt and why it failed */
export function Payouts() {
  const moment = useMoments()
  const [, go] = useLocation()
  const query = new URLSearchParams(useSearch())
  const state = filters.find(({ value }) => value === query.get('state'))?.value
  const [search, setSearch] = useSearchText()
  const list = useFound<typeof officePayouts, Payout>(
    officePayouts,
    findPayouts,
    search,
    (after) => ({ ...(after && { after }), ...(state && { state }) }),
    20_000,
  )
  const columns: readonly Column<Payout>[] = [
    {
      key: 'name',
      title: 'Клиент',
      head: true,
      cell: ({ requestId, name }) => <NameLink href={`/requests/${requestId}`} name={name} />,
    },
    { key: 'request', title: 'Заявка', cell: ({ requestId }) => <code>{requestId.slice(-8)}</code> },
    { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => formatRoubles(kopecks(amount)) },
    { key: 'payee', title: 'Получатель', cell: ({ payee }) => payee },
    { key: 'state', title: 'Состояние', cell: (payout) => <Whole payout={payout} again={list.again} /> },
    {
      key: 'attempts',
      title: 'Попытки',
      cell: ({ attempts, trouble }) =>
        attempts.length === 0 ? (
          'пока ни одной'
        ) : (
          <ol className={s.attempts}>
            {attempts.map(({ number, state, at, reason }) => (
              <li key={number}>
                {number}. {moment(at)} <State look={attemptLooks[state]} /> {reason !== trouble && reason}
              </li>
            ))}
          </ol>
        ),
    },
  ]
  const narrowed = state !== undefined || search !== ''
  const ours = list.first?.ours
  return (
    <ListScreen
      title="Выплаты"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        narrowed
          ? { icon: 'search', title: 'Не нашли', text: 'Ищем по целой фамилии, телефону, номеру договора или заявки.' }
          : { icon: 'ruble', title: 'Выплат пока нет', text: 'Они появятся, когда клиенты подпишут договоры.' }
      }
    >
      <search className={s.tools}>
        <SearchBox
          label="Поиск по фамилии, телефону, договору или номеру заявки"
          placeholder="Фамилия, телефон, договор, заявка"
          search={search}
          onSearch={setSearch}
        />
        <Filter
          label="Состояние"
          value={state ?? ''}
          options={filters}
          onChange={(value) => go(`/payouts${value && `?state=${value}`}`, keepingSearch())}
        />
        {ours && ours.count > 0 && (
          <span role="status">
            Ждут нас: {ours.count}, на {formatRoubles(kopecks(ours.amount))}
          </span>
        )}
      </search>
    </ListScreen>
  )
}
