import { useState } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { useAct } from '../useAct.ts'

type Asked = { reason: string; from?: string }
type Props = { title: string; open: boolean; onClose(): void; ask(asked: Asked, key: string): Promise<unknown> }

/** Why, and from which moment: a second person says the last word */
export function AskForce({ title, open, onClose, ask }: Props) {
  const [reason, setReason] = useState('')
  const [from, setFrom] = useState('')
  const { busy, act, field } = useAct()
  const send = () =>
    act(async (keyFor) => {
      const asked = { reason, ...(from && { from: new Date(from).toISOString() }) }
      await ask(asked, keyFor(title, asked))
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
      <TextArea label="Почему" {...field('reason')} maxLength={1000} value={reason} onChange={setReason} />
      <TextField
        {...field('from')}
        type="datetime-local"
        label="С какого момента"
        hint="Пусто — сразу, как второй сотрудник подтвердит"
        value={from}
        onChange={setFrom}
      />
    </Dialog>
  )
}
