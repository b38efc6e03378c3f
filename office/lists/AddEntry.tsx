import { useState } from 'react'
import { addToList } from '#contract/calls/office/lists.ts'
import { type ListedBy, listedBy, type OwnList, ownLists } from '#contract/person/lists.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useOnceKey } from '../useOnceKey.ts'

type Props = { open: boolean; onClose(): void; onAdded(): void }

const optionsOf = <K extends string>(table: Readonly<Record<K, string>>) =>
  (Object.entries(table) as [K, string][]).map(([value, label]) => ({ value, label }))

const nothing = { value: '', birthDate: '', reason: '', until: '' }

/** Puts somebody on a list. What is typed stays while the dialog is closed by a slip of the hand */
export function AddEntry({ open, onClose, onAdded }: Props) {
  const [list, setList] = useState<OwnList>('black')
  const [by, setBy] = useState<ListedBy>('passport')
  const [typed, setTyped] = useState(nothing)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const keyFor = useOnceKey()

  const field = (name: keyof typeof nothing) => ({
    id: `entry-${name}`,
    name,
    value: typed[name],
    error: errors[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  })
  const add = async () => {
    setBusy(true)
    setErrors({})
    const { value, birthDate, reason, until } = typed
    const body = { list, by, value, reason, ...(by === 'name' && { birthDate }), ...(until && { until }) }
    try {
      const { stands } = await makeCall(addToList, { body }, { key: keyFor(body) })
      toast(stands ? 'Внесено' : 'Нужно слово второго сотрудника: пока не действует')
      setTyped(nothing)
      onAdded()
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setErrors(Object.fromEntries(failure.issues.map(({ field: name, message }) => [name, message])))
      if (failure.issues.length === 0) toast(failure.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Внести в список"
      actions={
        <>
          <Button busy={busy} onClick={() => void add()}>
            Внести
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не вносить
          </Button>
        </>
      }
    >
      <Select<OwnList>
        id="entry-list"
        name="list"
        label="Список"
        options={optionsOf(ownLists)}
        value={list}
        onChange={(chosen) => setList(chosen)}
      />
      <Select<ListedBy>
        id="entry-by"
        name="by"
        label="По чему узнаём"
        options={optionsOf(listedBy)}
        value={by}
        onChange={(chosen) => setBy(chosen)}
      />
      <TextField label={by === 'name' ? 'Фамилия, имя, отчество' : listedBy[by]} {...field('value')} />
      {by === 'name' && <TextField type="date" label="Дата рождения" {...field('birthDate')} />}
      <TextField type="date" label="До какого дня" hint="Пусто — бессрочно" {...field('until')} />
      <TextArea label="Причина" maxLength={1000} {...field('reason')} />
    </Dialog>
  )
}
