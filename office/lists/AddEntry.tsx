import { useState } from 'react'
import { addToList } from '#contract/calls/office/lists.ts'
import { type ListedBy, listedBy, type OwnList, ownLists } from '#contract/person/lists.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Select } from '#ui/fields/Select.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'

type Props = { open: boolean; onClose(): void; onAdded(): void }

const optionsOf = <K extends string>(table: Readonly<Record<K, string>>) =>
  (Object.entries(table) as [K, string][]).map(([value, label]) => ({ value, label }))

const nothing = { value: '', birthDate: '', reason: '', until: '' }

/** Puts somebody on a list. What is typed stays while the dialog is closed by a slip of the hand */
export function AddEntry({ open, onClose, onAdded }: Props) {
  const [list, setList] = useState<OwnList>('black')
  const [by, setBy] = useState<ListedBy>('passport')
  const [typed, setTyped] = useState(nothing)
  const { busy, act, field } = useAct()

  const text = (name: keyof typeof nothing) => ({
    ...field(name),
    value: typed[name],
    onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
  })
  const add = () =>
    act(async (keyFor) => {
      const { value, birthDate, reason, until } = typed
      const body = { list, by, value, reason, ...(by === 'name' && { birthDate }), ...(until && { until }) }
      const { stands } = await makeCall(addToList, { body }, { key: keyFor(body) })
      setTyped(nothing)
      onAdded()
      return stands ? 'Внесено' : 'Нужно слово второго сотрудника: пока не действует'
    })
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
        label="Список"
        {...field('list')}
        options={optionsOf(ownLists)}
        value={list}
        onChange={(chosen) => setList(chosen)}
      />
      <Select<ListedBy>
        label="По чему узнаём"
        {...field('by')}
        options={optionsOf(listedBy)}
        value={by}
        onChange={(chosen) => setBy(chosen)}
      />
      <TextField label={by === 'name' ? 'Фамилия, имя, отчество' : listedBy[by]} {...text('value')} />
      {by === 'name' && <TextField type="date" label="Дата рождения" {...text('birthDate')} />}
      <TextField type="date" label="До какого дня" hint="Пусто — бессрочно" {...text('until')} />
      <TextArea label="Причина" maxLength={1000} {...text('reason')} />
    </Dialog>
  )
}
