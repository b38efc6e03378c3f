import { useState } from 'react'
import { voidPayment } from '#contract/calls/office/loans.ts'
import { officePayments } from '#contract/calls/office/payments.ts'
import { type VoidTo, voidTos } from '#contract/paying.ts'
import { hasRight } from '#contract/roles.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { useMoments } from '../moments.ts'
import { paymentColumns } from '../payments/columns.tsx'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import { DropAsked } from './DropAsked.tsx'
import s from './Loans.module.css'
import { dayText, type LoanPage, providerText, sumText } from './words.ts'

type Row = LoanPage['payments'][number]
type Props = { readonly page: LoanPage; again(): void }

/** What came for the loan; one that was not its own is taken out by two people */
export function Payments({ page, again }: Props) {
  const me = useStaff()
  const [chosen, setChosen] = useState<Row | null>(null)
  const may = hasRight(me, 'money.manage')
  return (
    <>
      <Sheet>
        <Table<Row>
          caption="Платежи"
          columns={[
            { key: 'day', title: 'День', head: true, cell: ({ day }) => dayText(day) },
            { key: 'amount', title: 'Сумма', end: true, cell: ({ amount }) => sumText(amount) },
            { key: 'provider', title: 'Откуда', cell: ({ provider }) => providerText(provider) },
            {
              key: 'state',
              title: 'Состояние',
              cell: ({ voided, asked }) =>
                voided ? (
                  <Tag tone="bad">снят</Tag>
                ) : asked ? (
                  <>
                    <Tag tone="warn">просят снять</Tag> {asked.by}: {asked.reason}
                  </>
                ) : (
                  <Tag tone="good">учтён</Tag>
                ),
            },
            {
              key: 'act',
              title: 'Действия',
              cell: (row) =>
                may &&
                !row.voided && (
                  <>
                    {row.asked?.mayConfirm !== false && (
                      <Button small kind="soft" wide={false} onClick={() => setChosen(row)}>
                        {row.asked ? 'Подтвердить' : 'Снять'}
                      </Button>
                    )}{' '}
                    {row.asked && <DropAsked asked={row.asked} onDone={again} />}
                  </>
                ),
            },
          ]}
          rows={page.payments}
          rowKey={({ id }) => id}
          empty="Платежей пока не было."
        />
      </Sheet>
      <Begun loan={page.loan.id} />
      {chosen && (
        <Voiding
          payment={chosen}
          onDone={() => {
            setChosen(null)
            again()
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </>
  )
}

/** Payments that were begun, those that came to nothing too */
function Begun({ loan }: { loan: string }) {
  const moment = useMoments()
  const { data } = useRead(officePayments, { query: { loan } })
  if (!data?.items.length) return null
  return (
    <Sheet>
      <Table
        caption="Начатые оплаты"
        columns={paymentColumns(moment)}
        rows={data.items}
        rowKey={({ id }) => id}
        empty={null}
      />
    </Sheet>
  )
}

const tos: Record<VoidTo, string> = {
  gone: 'Денег не было или их отозвал банк плательщика',
  suspense: 'Деньги пришли, но за другой заём: вернуть в невыясненные',
}

function Voiding({ payment, onDone, onClose }: { payment: Row; onDone(): void; onClose(): void }) {
  const [reason, setReason] = useState(payment.asked?.reason ?? '')
  const [to, setTo] = useState<VoidTo>(payment.asked?.to ?? 'gone')
  const { busy, act, field } = useAct()
  const send = () =>
    act(async () => {
      const { done } = await makeCall(voidPayment, { params: { id: payment.id }, body: { reason, to } })
      onDone()
      return done ? 'Платёж снят, клиенту сказали' : 'Нужен второй сотрудник: платёж снимут, когда он подтвердит'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Снять платёж ${sumText(payment.amount)} от ${dayText(payment.day)}`}
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            {payment.asked ? `Подтвердить: просит ${payment.asked.by}` : 'Попросить снять'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не снимать
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <p>Долг станет таким, как если бы этого платежа не было. Закрытый им заём снова пойдёт.</p>
        {payment.asked ? (
          <p>
            {tos[to]}. Почему: {reason}
          </p>
        ) : (
          <>
            <Choice<VoidTo>
              label="Где деньги"
              {...field('to')}
              options={voidTos.map((value) => ({ value, label: tos[value] }))}
              value={to}
              onChange={setTo}
            />
            <TextArea label="Почему" {...field('reason')} value={reason} onChange={setReason} maxLength={1000} />
          </>
        )}
      </div>
    </Dialog>
  )
}
