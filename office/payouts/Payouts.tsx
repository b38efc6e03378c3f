import { Link } from 'wouter'
import { officePayouts, type OfficePayout as Payout } from '#contract/calls/office/payouts.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import s from './Payouts.module.css'
import { RetryPayout } from './RetryPayout.tsx'

const states: Readonly<Record<string, { text: string; tone: 'plain' | 'good' | 'warn' | 'bad' }>> = {
  preparing: { text: 'готовится', tone: 'plain' },
  sent: { text: 'отправлена', tone: 'plain' },
  open: { text: 'отправлена', tone: 'plain' },
  checking: { text: 'проверяем у банка', tone: 'warn' },
  unknown: { text: 'ответа нет, проверяем', tone: 'warn' },
  pending: { text: 'ждёт банка', tone: 'plain' },
  refused: { text: 'не принята, ждёт нас', tone: 'bad' },
  succeeded: { text: 'дошла', tone: 'good' },
  cancelled: { text: 'отменена', tone: 'bad' },
}

function State({ state }: { state: string }) {
  const { text, tone } = states[state] ?? { text: state, tone: 'plain' }
  return <Tag tone={tone}>{text}</Tag>
}

/** The payout's state; while the rail complains, of what, and how to go on */
function Whole({ payout, again }: { readonly payout: Payout; readonly again: () => void }) {
  const { state, trouble } = payout
  return (
    <div className={s.state}>
      <State state={state} />
      {trouble && <span className={s.trouble}>{trouble}</span>}
      {(state === 'refused' || state === 'checking') && <RetryPayout payout={payout} onDone={again} />}
    </div>
  )
}

/** Payouts with each attempt and why it failed */
export function Payouts() {
  const moment = useMoments()
  const list = usePages<typeof officePayouts, Payout>(
    officePayouts,
    (after) => ({ query: after ? { after } : {} }),
    20_000,
  )
  const columns: readonly Column<Payout>[] = [
    {
      key: 'request',
      title: 'Заявка',
      head: true,
      cell: ({ requestId }) => <Link href={`/requests/${requestId}`}>{requestId.slice(-8)}</Link>,
    },
    { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => formatRoubles(kopecks(amount)) },
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
                {number}. {moment(at)} <State state={state} /> {reason !== trouble && reason}
              </li>
            ))}
          </ol>
        ),
    },
  ]
  return (
    <ListScreen
      title="Выплаты"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: 'ruble', title: 'Выплат пока нет', text: 'Они появятся, когда клиенты подпишут договоры.' }}
    />
  )
}
