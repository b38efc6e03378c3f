import { Link } from 'wouter'
import type { CallAnswer } from '#contract/call.ts'
import { officeJobs, retryJob } from '#contract/calls/office/jobs.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useMoments } from '../moments.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import s from './Jobs.module.css'

type Answer = CallAnswer<typeof officeJobs>
type Kind = Answer['kinds'][number]
type Failed = Answer['failed'][number]

const kindColumns: readonly Column<Kind>[] = [
  { key: 'title', title: 'Работа', head: true, cell: ({ title }) => title },
  { key: 'waiting', title: 'Ждут', end: true, cell: ({ waiting }) => waiting },
  { key: 'running', title: 'Идут', end: true, cell: ({ running }) => running },
  { key: 'failed', title: 'Не вышло', end: true, cell: ({ failed }) => failed, bad: ({ failed }) => failed > 0 },
]

/** Work in the background: how much waits, what did not come off and why, and another try for it */
export function Jobs() {
  const moment = useMoments()
  const { data, error, mutate } = useRead(officeJobs, {}, { every: 10_000 })
  const { isBusy, act } = useAct({ words: { not_found: 'Эту работу уже повторили' }, after: mutate })

  const retry = ({ id, title }: Failed) =>
    act(async () => {
      await makeCall(retryJob, { params: { id } })
      return `${title}: пробуем ещё раз`
    }, id)

  const columns: readonly Column<Failed>[] = [
    { key: 'at', title: 'Когда', cell: ({ at }) => moment(at) },
    { key: 'title', title: 'Работа', head: true, cell: ({ title }) => title },
    {
      key: 'request',
      title: 'Заявка',
      cell: ({ requestId }) =>
        requestId ? (
          <Link href={`/requests/${requestId}`} className={s.still}>
            …{requestId.slice(-8)}
          </Link>
        ) : (
          '—'
        ),
    },
    { key: 'reason', title: 'Почему не вышло', cell: ({ reason }) => reason },
    { key: 'attempts', title: 'Попыток', end: true, cell: ({ attempts }) => attempts },
    {
      key: 'retry',
      title: 'Действие',
      cell: (job) => (
        <Button small kind="soft" icon="repeat" busy={isBusy(job.id)} onClick={() => void retry(job)}>
          Повторить
        </Button>
      ),
    },
  ]

  return (
    <Screen title="Фоновые работы">
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Sheet>
            <Table caption="Фоновые работы" columns={kindColumns} rows={data.kinds} rowKey={({ name }) => name} />
          </Sheet>
          <h2>Не вышло после всех попыток</h2>
          <Sheet>
            <Table
              caption="Не вышло после всех попыток"
              columns={columns}
              rows={data.failed}
              rowKey={({ id }) => id}
              empty={
                <Empty icon="check" title="Всё выполнено">
                  Сюда попадает работа, которая не удалась ни с одной попытки.
                </Empty>
              }
            />
          </Sheet>
        </>
      )}
    </Screen>
  )
}
