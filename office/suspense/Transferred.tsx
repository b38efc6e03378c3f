import { useState } from 'react'
import type { SuspenseItem } from '#contract/calls/office/book.ts'
import { refundByTransfer } from '#contract/calls/office/payments.ts'
import { parseDate } from '#contract/dateReading.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import s from '../loans/Loans.module.css'
import { dayText, sumText } from '../loans/words.ts'
import { useAct } from '../useAct.ts'

type Props = { readonly item: SuspenseItem; onClose(): void; onDone(): void }

/** Writes down a transfer by which money went back, by two people */
export function Transferred({ item, onClose, onDone }: Props) {
  const asked = item.refund
  const [number, setNumber] = useState(asked?.transfer?.number ?? '')
  const [day, setDay] = useState(asked?.transfer?.day ?? '')
  const [reason, setReason] = useState(asked?.reason ?? '')
  const { busy, act, field } = useAct()
  const on = parseDate(day)
  const send = () =>
    act(async () => {
      if (!on) return undefined
      const { done } = await makeCall(refundByTransfer, { params: { id: item.id }, body: { number, day: on, reason } })
      onDone()
      return done ? 'Возврат записан, клиенту скажем' : 'Нужен второй сотрудник: запишем, когда он подтвердит'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Возвращено переводом: ${sumText(item.amount)}`}
      actions={
        <>
          <Button busy={busy} disabled={!on || !number.trim() || !reason.trim()} onClick={() => void send()}>
            {asked ? `Подтвердить: просит ${asked.by}` : 'Попросить записать'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Отменить
          </Button>
        </>
      }
    >
      <div className={s.form}>
        {asked ? (
          <p>
            Платёжное поручение {number} от {on && dayText(on)}. Почему: {reason}
          </p>
        ) : (
          <>
            <TextField label="Номер платёжного поручения" {...field('number')} value={number} onChange={setNumber} />
            <DateField label="Дата перевода" {...field('day')} value={day} onChange={setDay} />
            <TextArea label="Почему" {...field('reason')} value={reason} onChange={setReason} maxLength={1000} />
          </>
        )}
      </div>
    </Dialog>
  )
}
