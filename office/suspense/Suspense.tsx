import { useState } from 'react'
import { officeSuspense, placeSuspense, type SuspenseItem, suspenseReasons } from '#contract/calls/office/book.ts'
import { formatRoubles, kopecks } from '#contract/money.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import type { Column } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { ListScreen } from '../frame/ListScreen.tsx'
import { DropAsked } from '../loans/DropAsked.tsx'
import s from '../loans/Loans.module.css'
import { providerText } from '../loans/words.ts'
import { useMoments } from '../moments.ts'
import { shortId } from '../payments/columns.tsx'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { usePages } from '../useRead.ts'
import { Refunding } from './Refunding.tsx'
import { RefusedRefunds } from './RefusedRefunds.tsx'
import { TakeStatement } from './TakeStatement.tsx'
import { Transferred } from './Transferred.tsx'

const sum = (amount: number) => formatRoubles(kopecks(amount))

/** Money nobody has placed yet; it is placed on a loan by two people */
export function Suspense() {
  const moment = useMoments()
  const me = useStaff()
  const [chosen, setChosen] = useState<SuspenseItem | null>(null)
  const [refunding, setRefunding] = useState<SuspenseItem | null>(null)
  const [transferred, setTransferred] = useState<SuspenseItem | null>(null)
  const list = usePages<typeof officeSuspense, SuspenseItem>(
    officeSuspense,
    (after) => ({ query: after ? { after } : {} }),
    30_000,
  )
  const columns: readonly Column<SuspenseItem>[] = [
    { key: 'at', title: 'Когда узнали', head: true, cell: ({ at }) => moment(at) },
    { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => sum(amount) },
    {
      key: 'reason',
      title: 'Почему',
      cell: ({ reason, wanted }) => (
        <>
          {suspenseReasons[reason]} {wanted && <Tag tone="warn">клиент просит вернуть</Tag>}
        </>
      ),
    },
    {
      key: 'from',
      title: 'Откуда, за что',
      cell: ({ provider, providerId, loan }) => (
        <>
          {providerText(provider)},{' '}
          <span className={s.still} title={providerId}>
            {shortId(providerId)}
          </span>
          <br />
          <span className={s.still} title={loan}>
            заём {loan.length > 30 ? `…${loan.slice(-8)}` : loan}
          </span>
        </>
      ),
    },
    {
      key: 'act',
      title: 'Действия',
      cell: (row) =>
        hasRight(me, 'money.manage') && (
          <Acts row={row} onPlace={setChosen} onRefund={setRefunding} onTransfer={setTransferred} again={list.again} />
        ),
    },
  ]
  return (
    <ListScreen
      title="Невыясненные поступления"
      list={list}
      columns={columns}
      rowKey={({ id }) => id}
      actions={hasRight(me, 'money.manage') && <TakeStatement onTaken={list.again} />}
      empty={{ icon: 'check', title: 'Невыясненных нет', text: 'Все деньги на своих местах.' }}
    >
      <RefusedRefunds />
      {chosen && (
        <Placing
          item={chosen}
          onClose={() => setChosen(null)}
          onDone={() => {
            setChosen(null)
            list.again()
          }}
        />
      )}
      {refunding && (
        <Refunding
          item={refunding}
          onClose={() => setRefunding(null)}
          onDone={() => {
            setRefunding(null)
            list.again()
          }}
        />
      )}
      {transferred && (
        <Transferred
          item={transferred}
          onClose={() => setTransferred(null)}
          onDone={() => {
            setTransferred(null)
            list.again()
          }}
        />
      )}
    </ListScreen>
  )
}

type ActsProps = {
  row: SuspenseItem
  onPlace(row: SuspenseItem): void
  onRefund(row: SuspenseItem): void
  onTransfer(row: SuspenseItem): void
  again(): void
}

/** What may be done with it: placed on a loan, or given back to who paid; each by two */
function Acts({ row, onPlace, onRefund, onTransfer, again }: ActsProps) {
  const waits = 'ждёт второго сотрудника'
  const transfer = row.refund?.transfer
  const refund = row.refundable && !row.asked && !transfer
  const place = row.reason !== 'overpaid' && !row.refund
  return (
    <>
      {place &&
        (row.asked && !row.asked.mayConfirm ? (
          waits
        ) : (
          <Button small kind="soft" wide={false} onClick={() => onPlace(row)}>
            {row.asked ? 'Подтвердить' : 'Отнести на заём'}
          </Button>
        ))}{' '}
      {refund &&
        (row.refund && !row.refund.mayConfirm ? (
          waits
        ) : (
          <Button small kind="soft" wide={false} onClick={() => onRefund(row)}>
            {row.refund ? 'Подтвердить возврат' : 'Вернуть'}
          </Button>
        ))}{' '}
      {!row.asked &&
        (!row.refund || transfer) &&
        (row.refund && !row.refund.mayConfirm ? (
          waits
        ) : (
          <Button small kind="soft" wide={false} onClick={() => onTransfer(row)}>
            {row.refund ? 'Подтвердить перевод' : 'Возвращено переводом'}
          </Button>
        ))}{' '}
      {[row.asked, row.refund].map((asked) => asked && <DropAsked key={asked.id} asked={asked} onDone={again} />)}
    </>
  )
}

function Placing({ item, onClose, onDone }: { item: SuspenseItem; onClose(): void; onDone(): void }) {
  const [contract, setContract] = useState(item.asked?.contract ?? '')
  const [reason, setReason] = useState(item.asked?.reason ?? '')
  const { busy, act, field } = useAct()
  const send = () =>
    act(async () => {
      const { done } = await makeCall(placeSuspense, { params: { id: item.id }, body: { contract, reason } })
      onDone()
      return done ? 'Платёж учтён днём плательщика' : 'Нужен второй сотрудник: учтём, когда он подтвердит'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Отнести ${sum(item.amount)} на заём`}
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            {item.asked ? `Подтвердить: просит ${item.asked.by}` : 'Попросить'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Отменить
          </Button>
        </>
      }
    >
      <div className={s.form}>
        {item.asked ? (
          <p>
            Договор {contract}. Почему этот заём: {reason}
          </p>
        ) : (
          <>
            <TextField label="Номер договора" {...field('contract')} value={contract} onChange={setContract} />
            <TextArea
              label="Почему этот заём"
              {...field('reason')}
              value={reason}
              onChange={setReason}
              maxLength={1000}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
