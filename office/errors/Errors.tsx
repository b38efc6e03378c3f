import type { CallAnswer } from '#contract/call.ts'
import { officeErrors } from '#contract/calls/office/errors.ts'
import type { Column } from '#ui/show/Table.tsx'
import { ListScreen } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { usePages } from '../useRead.ts'
import s from './Errors.module.css'

type Report = CallAnswer<typeof officeErrors>['items'][number]

/** Error reports of the browser apps, one line a kind */
export function Errors() {
  const moment = useMoments()
  const list = usePages<typeof officeErrors, Report>(
    officeErrors,
    (after) => ({ query: after ? { after } : {} }),
    60_000,
  )
  const columns: readonly Column<Report>[] = [
    { key: 'at', title: 'Последний раз', cell: ({ at }) => moment(at) },
    { key: 'count', title: 'Сколько', end: true, cell: ({ count }) => count },
    { key: 'message', title: 'Что случилось', head: true, cell: (report) => <Message {...report} /> },
    { key: 'place', title: 'Где', cell: ({ place }) => place ?? '—' },
    { key: 'release', title: 'Версия', cell: ({ release }) => release ?? '—' },
  ]
  return (
    <ListScreen
      title="Ошибки"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={{ icon: 'check', title: 'Ошибок нет', text: 'Сюда приходят отчёты из приложений клиентов и сотрудников.' }}
    />
  )
}

function Message({ message, breadcrumbs, firstAt }: Report) {
  const moment = useMoments()
  return (
    <details>
      <summary className={s.message}>{message}</summary>
      <p className={s.crumbs}>
        Впервые {moment(firstAt)}.{' '}
        {breadcrumbs.length > 0 ? 'Что было перед последней:' : 'Что было перед ней, неизвестно.'}
      </p>
      <ol className={s.crumbs}>
        {[...new Set(breadcrumbs)].map((crumb) => (
          <li key={crumb}>{crumb}</li>
        ))}
      </ol>
    </details>
  )
}
