import { useState } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { useAct } from '../loans/useAct.ts'

type Asked = { reason: string; from?: string }
type Props = { title: string; open: boolean; onClose(): void; ask(asked: Asked): Promise<unknown> }

/** Why, and from which moment: a second person says the last word */
export function AskForce({ title, open, onClose, ask }: Props) {
  const [reason, setReason] = useState('')
  const [from, setFrom] = useState('')
  const [busy, act] = useAct()
  const send = () =>
    act(async () => {
      await ask({ reason, ...(from && { from: new Date(from).toISOString() }) })
      onClose()
      return 'Ждёт второго сотрудника'
    })
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button busy={busy} onClick={() => void send()}>
            Попросить второго
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не сейчас
          </Button>
        </>
      }
    >
      <TextArea id="force-reason" name="reason" label="Почему" maxLength={1000} value={reason} onChange={setReason} />
      <TextField
        id="force-from"
        name="from"
        type="datetime-local"
        label="С какого момента"
        hint="Пусто — сразу, как второй сотрудник подтвердит"
        value={from}
        onChange={setFrom}
      />
    </Dialog>
  )
}
