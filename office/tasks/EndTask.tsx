import { useState } from 'react'
import { endTask, type Task } from '#contract/calls/office/tasks.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { TextArea } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import s from './Tasks.module.css'

type Props = { readonly task: Task | null; onClose(): void; onDone(): void }

/** What came of a task, for whoever set it */
export function EndTask({ task, onClose, onDone }: Props) {
  const [result, setResult] = useState('')
  const { busy, act, field } = useAct()
  if (!task) return null
  const end = () =>
    void act(async () => {
      await makeCall(endTask, { params: { id: task.id }, body: { result } })
      onDone()
      return 'Сделано'
    })
  return (
    <Dialog
      open
      onClose={onClose}
      title="Задача сделана"
      actions={
        <>
          <Button busy={busy} onClick={end}>
            Сделано
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Ещё не сделана
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <p className={s.words}>{task.words}</p>
        <TextArea
          label="Чем кончилось"
          {...field('result')}
          aside="можно не писать"
          maxLength={1000}
          value={result}
          onChange={setResult}
        />
      </div>
    </Dialog>
  )
}
