import { useState } from 'react'
import { addTask, type TaskKind, taskKinds } from '#contract/calls/office/tasks.ts'
import { formatDate } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { serverNow } from '#ui/shell/clock.ts'
import { makeCall } from '../calls.ts'
import { useLender } from '../lender.ts'
import { useOnceKey } from '../useOnceKey.ts'
import { dueMoment } from './due.ts'
import s from './Tasks.module.css'

export type TaskAbout = { readonly requestId: string } | { readonly loanId: string }

type Props = {
  readonly open: boolean
  readonly people: readonly { readonly id: string; readonly name: string }[]
  /** It is about this, and a call from the start */
  readonly about?: TaskAbout
  onClose(): void
  onAdded(): void
}

const kinds = (Object.entries(taskKinds) as [TaskKind, string][]).map(([value, label]) => ({ value, label }))
const anybody = 'anybody'

/** A task with its time and person. What is typed stays while the dialog is closed by a slip of the hand */
export function AddTask({ open, people, about, onClose, onAdded }: Props) {
  const { zone } = useLender()
  const today = formatDate(dateInZone(serverNow(), zone), 'numeric')
  const [kind, setKind] = useState<TaskKind>(about ? 'callback' : 'task')
  const [words, setWords] = useState('')
  const [day, setDay] = useState(today)
  const [time, setTime] = useState('18:00')
  const [assignee, setAssignee] = useState(anybody)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const keyFor = useOnceKey()

  const add = async () => {
    const due = dueMoment(day, time, zone)
    const lacks = {
      ...(!words.trim() && { words: 'Напишите, что нужно сделать' }),
      ...(!due && { dueAt: 'Укажите день и время, например 01.03.2026 и 18:30' }),
    }
    setErrors(lacks)
    if (!due || !words.trim()) return
    const body = {
      kind,
      words: words.trim(),
      dueAt: due.toISOString(),
      ...about,
      ...(assignee !== anybody && { assignee }),
    }
    setBusy(true)
    try {
      await makeCall(addTask, { body }, { key: keyFor(body) })
      toast('Задача поставлена')
      setWords('')
      onAdded()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setErrors(Object.fromEntries(failure.issues.map(({ field, message }) => [field, message])))
      if (failure.issues.length === 0) toast(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={about ? 'Перезвонить или сделать позже' : 'Новая задача'}
      actions={
        <>
          <Button busy={busy} onClick={() => void add()}>
            Поставить
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не ставить
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Select<TaskKind> label="Вид" id="task-kind" name="kind" value={kind} onChange={setKind} options={kinds} />
        <TextArea
          label="Что сделать"
          id="task-words"
          name="words"
          maxLength={1000}
          value={words}
          error={errors.words}
          onChange={setWords}
        />
        <div className={s.when}>
          <DateField label="День" id="task-day" name="day" value={day} error={errors.dueAt} onChange={setDay} />
          <TextField label="Время" id="task-time" name="time" value={time} onChange={setTime} />
        </div>
        <Select
          label="Кому"
          id="task-assignee"
          name="assignee"
          value={assignee}
          onChange={setAssignee}
          options={[
            { value: anybody, label: 'кто первый' },
            ...people.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
    </Dialog>
  )
}
