import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { changeStaff, officeStaff } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Tag } from '#ui/show/Tag.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/ListScreen.tsx'
import { Loading } from '../frame/Loading.tsx'
import { Screen } from '../frame/Screen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { useRead } from '../useRead.ts'
import { AddStaff } from './AddStaff.tsx'
import { Grants } from './Grants.tsx'
import { NewLink } from './NewLink.tsx'
import { ResetSignIn } from './ResetSignIn.tsx'
import s from './StaffScreen.module.css'
import { staffWords, titleOfRole } from './words.ts'

type Staff = CallAnswer<typeof officeStaff>['items'][number]

/** Who works here; roles change at once, a disabled account is cut off on its next request */
export function StaffScreen() {
  const me = useStaff()
  const { data, error, mutate } = useRead(officeStaff, {})
  const [adding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Staff | null>(null)
  const { isBusy, act } = useAct({ words: staffWords, after: mutate })

  const change = ({ id }: Staff, body: { role?: string; disabled?: boolean }, said: string) =>
    act(async () => {
      const { pending } = await makeCall(changeStaff, { params: { id }, body })
      return pending ? 'Подействует, когда подтвердит другой администратор' : said
    }, id)

  const roles = data?.roles ?? []
  const grantOf = (id: string) => data?.grants.find(({ staffId }) => staffId === id)
  const columns: readonly Column<Staff>[] = [
    { key: 'name', title: 'Имя', head: true, cell: ({ name }) => name },
    { key: 'login', title: 'Логин', cell: ({ login }) => login },
    {
      key: 'role',
      title: 'Роль',
      cell: (person) =>
        person.id === me.id ? (
          me.roleTitle
        ) : (
          <select
            className={s.role}
            aria-label={`Роль: ${person.name}`}
            value={person.role}
            onChange={(event) => {
              const role = event.target.value
              void change(person, { role }, `${person.name}: теперь ${titleOfRole(roles, role).toLowerCase()}`)
            }}
          >
            {!roles.some(({ id }) => id === person.role) && (
              <option value={person.role}>{person.role}: такой роли больше нет</option>
            )}
            {roles.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        ),
    },
    {
      key: 'state',
      title: 'Вход',
      cell: ({ id, disabled, fresh }) => {
        if (grantOf(id)?.kind === 'add') return <Tag tone="warn">ждёт подтверждения</Tag>
        if (grantOf(id)?.kind === 'reset') return <Tag tone="warn">ждёт сброса</Tag>
        if (disabled) return <Tag tone="bad">закрыт</Tag>
        return fresh ? <Tag>ждёт входа по ссылке</Tag> : <Tag tone="good">открыт</Tag>
      },
    },
    {
      key: 'actions',
      title: 'Действия',
      cell: (person) => {
        if (person.id === me.id) return 'это вы'
        if (grantOf(person.id)?.kind === 'add') return person.fresh ? <NewLink {...person} /> : '—'
        return person.disabled ? (
          <Button
            small
            kind="soft"
            busy={isBusy(person.id)}
            onClick={() => void change(person, { disabled: false }, `${person.name}: вход открыт`)}
          >
            Открыть вход
          </Button>
        ) : (
          <span className={s.decide}>
            {person.fresh ? <NewLink {...person} /> : <ResetSignIn {...person} onDone={mutate} />}
            <Button small kind="quiet" busy={isBusy(person.id)} onClick={() => setLeaving(person)}>
              Закрыть вход
            </Button>
          </span>
        )
      },
    },
  ]

  return (
    <Screen
      title="Сотрудники"
      actions={
        <Button wide={false} icon="plus" onClick={() => setAdding(true)}>
          Добавить
        </Button>
      }
    >
      {error && <Trouble error={error} onAgain={() => void mutate()} />}
      {!data && !error && <Loading />}
      {data && data.grants.length > 0 && (
        <Grants people={data.items} roles={roles} grants={data.grants} onDecided={mutate} />
      )}
      {data && (
        <Sheet>
          <Table caption="Сотрудники" columns={columns} rows={data.items} rowKey={({ id }) => id} />
        </Sheet>
      )}
      <AddStaff open={adding} roles={roles} onClose={() => setAdding(false)} onAdded={() => void mutate()} />
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Закрыть вход: ${leaving?.name ?? ''}?`}
        actions={
          <>
            <Button
              kind="danger"
              onClick={() => {
                if (leaving) void change(leaving, { disabled: true }, `${leaving.name}: вход закрыт`)
                setLeaving(null)
              }}
            >
              Закрыть вход
            </Button>
            <Button kind="quiet" onClick={() => setLeaving(null)}>
              Оставить
            </Button>
          </>
        }
      >
        <p>Подействует сразу, на первом же нажатии. Заявки этого человека вернутся в очередь, отметки сохранятся.</p>
      </Dialog>
    </Screen>
  )
}
