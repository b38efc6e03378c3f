import { type FormEvent, useId, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { addMachine, changeMachine, type officeMachines } from '#contract/calls/office/machines.ts'
import { type Scope, scopeNames, scopes } from '#contract/machine/scopes.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Notice, Problem } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useAct } from '../useAct.ts'
import s from './Connections.module.css'
import type { Shown } from './SecretOnce.tsx'

export type Machine = CallAnswer<typeof officeMachines>['items'][number]

type Props = {
  machine: Machine | null
  onClose(): void
  /** With the secret of a new one */
  onDone(made: Shown | null): void
}

/** Addresses as they are typed: by commas, spaces or lines */
const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** What a system is given: a new one, or a change of one */
export function MachineDialog({ machine, onClose, onDone }: Props) {
  const [name, setName] = useState(machine?.name ?? '')
  const [rights, setRights] = useState<readonly Scope[]>(machine?.scopes ?? [])
  const [addresses, setAddresses] = useState(machine?.addresses.join(', ') ?? '')
  const [rate, setRate] = useState(String(machine?.rate ?? 600))
  const [until, setUntil] = useState(machine?.until ?? '')
  const [jwks, setJwks] = useState(machine?.jwks ?? '')
  const { busy, act, field, problem } = useAct({ inForm: true })
  const form = useId()

  const send = (event: FormEvent) => {
    event.preventDefault()
    const body = {
      name: name.trim(),
      scopes: [...rights],
      addresses: addressesIn(addresses),
      rate: Number(rate),
      until: until || null,
      jwks,
    }
    void act(async (keyFor) => {
      if (!machine) {
        onDone({ ...(await makeCall(addMachine, { body }, { key: keyFor(body) })), client: true })
        return undefined
      }
      const { pending } = await makeCall(changeMachine, { params: { id: machine.id }, body })
      onDone(null)
      return pending ? 'Подействует, когда подтвердит другой администратор' : 'Изменено'
    })
  }
  const scopesField = field('scopes')

  return (
    <Dialog
      open
      onClose={onClose}
      title={machine?.name ?? 'Подключить систему'}
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            {machine ? 'Изменить' : 'Подключить'}
          </Button>
          <Button kind="quiet" onClick={onClose}>
            Не надо
          </Button>
        </>
      }
    >
      <form id={form} className={s.form} onSubmit={send} noValidate>
        <TextField
          label="Название"
          hint="Например: ядро, скоринг, хранилище"
          value={name}
          {...field('name')}
          onChange={setName}
        />
        <fieldset className={s.rights} id={scopesField.id} tabIndex={-1}>
          <legend>Что можно</legend>
          {scopeNames.map((scope) => (
            <label key={scope} className={s.right}>
              <input
                type="checkbox"
                checked={rights.includes(scope)}
                onChange={({ target }) =>
                  setRights(target.checked ? [...rights, scope] : rights.filter((each) => each !== scope))
                }
              />
              <span>
                {scopes[scope]} <code>{scope}</code>
              </span>
            </label>
          ))}
        </fieldset>
        {scopesField.error && <Notice tone="bad">{scopesField.error}</Notice>}
        <TextField
          label="Адреса"
          hint="С каких адресов и сетей вызывает, через запятую: 192.0.2.0/24. Пусто — с любых"
          value={addresses}
          {...field('addresses')}
          onChange={setAddresses}
        />
        <TextField label="Вызовов в минуту" inputMode="numeric" value={rate} {...field('rate')} onChange={setRate} />
        <TextField
          label="Последний день"
          hint="Пусто — без срока"
          type="date"
          value={until}
          {...field('until')}
          onChange={setUntil}
        />
        <TextField
          label="Открытые ключи (JWKS)"
          hint="Для private_key_jwt: {&quot;keys&quot;:[…]}. Пусто — только по секрету"
          value={jwks}
          {...field('jwks')}
          onChange={setJwks}
        />
        <Problem>{problem}</Problem>
      </form>
    </Dialog>
  )
}
