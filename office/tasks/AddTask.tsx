import { useState } from 'react'
import { addTask, type TaskKind, taskKinds } from '#contract/calls/office/tasks.ts'
import { formatDate } from '#contract/dates.ts'
import { dateInZone } from '#contract/zones.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { DateField } from '#ui/fields/DateField.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { serverNow } from '#ui/shell/clock.ts'
import { makeCall } from '../calls.ts'
import { useLender } from '../lender.ts'
import { useAct } from '../useAct.ts'
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
  const { busy, act, field, lacks } = useAct()

  const add = () => {
    const due = dueMoment(day, time, zone)
    const missing = lacks({
      words: !words.trim() && 'Напишите, что нужно сделать',
      dueAt: !due && 'Укажите день и время, например 01.03.2026 и 18:30',
    })
    if (missing || !due) return
    const body = {
      kind,
      words: words.trim(),
      dueAt: due.toISOString(),
      ...about,
      ...(assignee !== anybody && { assignee }),
    }
    void act(async (keyFor) => {
      await makeCall(addTask, { body }, { key: keyFor(body) })
      setWords('')
      onAdded()
      return 'Задача поставлена'
    })
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={about ? 'Перезвонить или сделать позже' : 'Новая задача'}
      actions={
        <>
          <Button busy={busy} onClick={add}>
            Поставить
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не ставить
          </Button>
        </>
      }
    >
      <div className={s.form}>
        <Select<TaskKind> label="Вид" {...field('kind')} value={kind} onChange={setKind} options={kinds} />
        <TextArea label="Что сделать" {...field('words')} maxLength={1000} value={words} onChange={setWords} />
        <div className={s.when}>
          <DateField label="День" {...field('dueAt')} value={day} onChange={setDay} />
          <TextField label="Время" id="task-time" name="time" value={time} onChange={setTime} />
        </div>
        <Select
          label="Кому"
          {...field('assignee')}
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
