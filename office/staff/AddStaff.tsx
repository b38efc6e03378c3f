import { type FormEvent, useId, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { addStaff, type StaffRoles } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Notice, Problem } from '#ui/feedback/Notice.tsx'
import { Choice } from '#ui/fields/Choice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { type Act, useAct } from '../useAct.ts'
import { InvitationLink } from './InvitationLink.tsx'
import s from './StaffScreen.module.css'

type Added = CallAnswer<typeof addStaff>
type Props = { open: boolean; roles: StaffRoles; onClose(): void; onAdded(): void }

/** Adds a member of the staff, then shows their link once */
export function AddStaff({ open, roles, onClose, onAdded }: Props) {
  const [added, setAdded] = useState<Added | null>(null)
  const form = useId()
  const adding = useAct({ inForm: true })
  const close = () => {
    setAdded(null)
    adding.forget()
    onClose()
  }
  return (
    <Dialog
      open={open}
      // a link that is shown once is not closed by a slip of the hand
      onClose={added ? () => undefined : close}
      title={added ? added.staff.name : 'Новый сотрудник'}
      actions={
        added ? (
          <Button onClick={close}>Передал, закрыть</Button>
        ) : (
          <>
            <Button type="submit" form={form} busy={adding.busy}>
              Добавить
            </Button>
            <Button kind="quiet" onClick={close}>
              Не добавлять
            </Button>
          </>
        )
      }
    >
      {added ? (
        <>
          {added.pending && (
            <Notice title="Вход пока закрыт">Он откроется, когда новую запись подтвердит другой администратор.</Notice>
          )}
          <InvitationLink {...added.invitation} />
        </>
      ) : (
        <PersonForm
          id={form}
          roles={roles}
          adding={adding}
          onAdded={(answer) => {
            setAdded(answer)
            onAdded()
          }}
        />
      )}
    </Dialog>
  )
}

type FormProps = { id: string; roles: StaffRoles; adding: Act; onAdded(added: Added): void }

function PersonForm({ id, roles, adding: { act, field, lacks, problem }, onAdded }: FormProps) {
  const [name, setName] = useState('')
  const [login, setLogin] = useState('')
  const [role, setRole] = useState(roles[0]?.id ?? '')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (lacks({ name: !name.trim() && 'Введите имя', login: !login.trim() && 'Введите логин' })) return
    void act(async (keyFor) => {
      const body = { name: name.trim(), login: login.trim(), role }
      onAdded(await makeCall(addStaff, { body }, { key: keyFor(body) }))
      return undefined
    })
  }
  return (
    <form id={id} className={s.form} onSubmit={send} noValidate>
      <TextField label="Имя" hint="Как вас видят коллеги" {...field('name')} value={name} onChange={setName} />
      <TextField label="Логин" autoCapitalize="none" {...field('login')} value={login} onChange={setLogin} />
      <Choice
        label="Роль"
        {...field('role')}
        options={roles.map(({ id: value, title }) => ({ value, label: title }))}
        value={role}
        onChange={(value) => setRole(value)}
      />
      <Problem>{problem}</Problem>
    </form>
  )
}
