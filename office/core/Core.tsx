import { Link } from 'wouter'
import { coreEntryKinds, type OfficeCoreEntry, officeCore, repeatCoreEntry } from '#contract/calls/office/core.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { ListScreen } from '../frame/ListScreen.tsx'
import { dayText, sumText } from '../loans/words.ts'
import { useMoments } from '../moments.ts'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { usePages } from '../useRead.ts'

const names: Readonly<Record<string, string>> = { fineract: 'Apache Fineract' }

/** What the lender's core has not taken, and another try for it: an entry behind one that waits, waits too */
export function Core() {
  const moment = useMoments()
  const me = useStaff()
  const list = usePages<typeof officeCore, OfficeCoreEntry>(
    officeCore,
    (after) => ({ query: after ? { after } : {} }),
    20_000,
  )
  const columns: readonly Column<OfficeCoreEntry>[] = [
    { key: 'madeAt', title: 'С', cell: ({ madeAt }) => moment(madeAt) },
    {
      key: 'contract',
      title: 'Договор',
      head: true,
      cell: ({ loanId, contract }) => <Link href={`/loans/${loanId}`}>{contract}</Link>,
    },
    { key: 'kind', title: 'Запись', cell: ({ kind, day }) => `${coreEntryKinds[kind]}, ${dayText(day)}` },
    { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => (amount > 0 ? sumText(amount) : '—') },
    { key: 'state', title: 'Состояние', cell: (entry) => <State entry={entry} moment={moment} /> },
    { key: 'behind', title: 'Ждут за ней', end: true, cell: ({ behind }) => behind },
    {
      key: 'act',
      title: 'Действие',
      cell: (entry) => hasRight(me, 'money.manage') && <Repeat entry={entry} onDone={list.again} />,
    },
  ]
  const { core = null, waiting = 0, refused = 0 } = list.first ?? {}
  return (
    <ListScreen
      title="Учётная система"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      empty={
        core === null
          ? {
              icon: 'external',
              title: 'Учётная система не подключена',
              text: 'Её называет настройка CORE_PROVIDER: как — в docs/integration.md.',
            }
          : { icon: 'check', title: 'Всё передано', text: 'Здесь появятся записи, которые учётная система не приняла.' }
      }
    >
      {core !== null && (
        <p>
          {names[core] ?? core}: ждут {waiting}, не приняты {refused}. Остатки сверяются каждую ночь, расхождения —{' '}
          <Link href="/cases">в делах</Link>.
        </p>
      )}
      {refused > 0 && (
        <Notice tone="warn" title="Есть записи, которые не приняты">
          Исправьте причину в учётной системе и повторите запись: она не задвоится.
        </Notice>
      )}
    </ListScreen>
  )
}

function State({ entry, moment }: { entry: OfficeCoreEntry; moment(at: string): string }) {
  if (entry.state === 'refused')
    return (
      <>
        <Tag tone="bad">не принята</Tag> {entry.fault}
      </>
    )
  if (entry.attempts === 0) return <Tag>ждёт</Tag>
  return (
    <>
      <Tag tone="warn">нет ответа</Tag> попыток {entry.attempts}, следующая {moment(entry.dueAt)}
    </>
  )
}

function Repeat({ entry, onDone }: { entry: OfficeCoreEntry; onDone(): void }) {
  const { busy, act } = useAct()
  const repeat = () =>
    act(async () => {
      await makeCall(repeatCoreEntry, { params: { id: entry.id } })
      onDone()
      return 'Запись послана ещё раз'
    })
  return (
    <Button small kind="soft" icon="repeat" busy={busy} onClick={() => void repeat()}>
      Повторить
    </Button>
  )
}
