import { useState } from 'react'
import type { SuspenseItem } from '#contract/calls/office/book.ts'
import { refundSuspense } from '#contract/calls/office/payments.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { sumText } from '../loans/words.ts'
import { useAct } from '../useAct.ts'

type Props = { readonly item: SuspenseItem; onClose(): void; onDone(): void }

/** Gives money back to the means it was paid with, by two people */
export function Refunding({ item, onClose, onDone }: Props) {
  const [reason, setReason] = useState(item.refund?.reason ?? '')
  const { busy, act, field } = useAct()
  const send = () =>
    act(async () => {
      const { done } = await makeCall(refundSuspense, { params: { id: item.id }, body: { reason } })
      onDone()
      return done ? 'Возврат поручен кассе, клиенту скажем' : 'Нужен второй сотрудник: вернём, когда он подтвердит'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Вернуть ${sumText(item.amount)} плательщику`}
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            {item.refund ? `Подтвердить: просит ${item.refund.by}` : 'Попросить вернуть'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Отменить
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <p>Деньги уйдут туда, откуда пришёл платёж.</p>
        {item.refund ? (
          <p>Почему: {reason}</p>
        ) : (
          <TextArea label="Почему" {...field('reason')} value={reason} onChange={setReason} maxLength={1000} />
        )}
      </div>
    </Dialog>
  )
}
