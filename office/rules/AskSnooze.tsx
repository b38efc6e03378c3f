import { useState } from 'react'
import { askSnooze, ruleSnoozes } from '#contract/calls/office/ruleSnoozes.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import { Snoozes } from './Snoozes.tsx'

/** On a person's card: one rule that shall be silent of them until a day */
export function AskSnooze({ client }: { client: string }) {
  const { data, mutate } = useRead(ruleSnoozes, { query: { client } })
  const [open, setOpen] = useState(false)
  const [rule, setRule] = useState('')
  const [until, setUntil] = useState('')
  const [reason, setReason] = useState('')
  const { busy, act, field } = useAct()
  const ask = () =>
    act(async (keyFor) => {
      const body = { client, rule, until, reason }
      await makeCall(askSnooze, { body }, { key: keyFor(body) })
      setOpen(false)
      void mutate()
      return 'Ждёт второго сотрудника'
    })
  return (
    <>
      <Snoozes client={client} />
      <Button small kind="soft" wide={false} onClick={() => setOpen(true)}>
        Отложить правило
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title="Отложить одно правило для этого человека"
        actions={
          <>
            <Button busy={busy} onClick={() => void ask()}>
              Попросить второго
            </Button>
            <Button kind="quiet" onClick={() => setOpen(false)}>
              Не сейчас
            </Button>
          </>
        }
      >
        <Select<string>
          {...field('rule')}
          label="Правило"
          options={(data?.rules ?? []).map(({ code, text }) => ({ value: code, label: text }))}
          value={rule}
          onChange={setRule}
        />
        <TextField type="date" label="До какого дня" {...field('until')} value={until} onChange={setUntil} />
        <TextArea {...field('reason')} label="Почему" maxLength={1000} value={reason} onChange={setReason} />
      </Dialog>
    </>
  )
}
