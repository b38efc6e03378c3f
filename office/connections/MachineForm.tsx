import { type FormEvent, useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { addMachine, changeMachine, type officeMachines } from '#contract/calls/office/machines.ts'
import { type Scope, scopeNames, scopes } from '#contract/machine/scopes.ts'
import { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { useOnceKey } from '../useOnceKey.ts'
import s from './Connections.module.css'
import type { Shown } from './SecretOnce.tsx'

export type Machine = CallAnswer<typeof officeMachines>['items'][number]

type Props = {
  id: string
  machine: Machine | null
  onBusy(busy: boolean): void
  /** With the new secret, or with what became of a change */
  onDone(done: { readonly shown?: Shown; readonly said?: string }): void
}

/** Addresses as they are typed: by commas, spaces or lines */
const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** What a system is given: a new one, or a change of one */
export function MachineForm({ id, machine, onBusy, onDone }: Props) {
  const [name, setName] = useState(machine?.name ?? '')
  const [rights, setRights] = useState<readonly Scope[]>(machine?.scopes ?? [])
  const [addresses, setAddresses] = useState(machine?.addresses.join(', ') ?? '')
  const [rate, setRate] = useState(String(machine?.rate ?? 600))
  const [until, setUntil] = useState(machine?.until ?? '')
  const [jwks, setJwks] = useState(machine?.jwks ?? '')
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({})
  const [error, setError] = useState('')
  const keyFor = useOnceKey()

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const body = {
      name: name.trim(),
      scopes: [...rights],
      addresses: addressesIn(addresses),
      rate: Number(rate),
      until: until || null,
      jwks,
    }
    onBusy(true)
    try {
      if (machine) {
        const { pending } = await makeCall(changeMachine, { params: { id: machine.id }, body })
        onDone({ said: pending ? 'Подействует, когда подтвердит другой администратор' : 'Изменено' })
      } else onDone({ shown: { ...(await makeCall(addMachine, { body }, { key: keyFor(body) })), client: true } })
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure
      setIssues(Object.fromEntries(failure.issues.map(({ field, message }) => [field.split('.')[0], message])))
      setError(failure.issues.length > 0 ? '' : failure.message)
    } finally {
      onBusy(false)
    }
  }

  return (
    <form id={id} className={s.form} onSubmit={(event) => void send(event)} noValidate>
      <TextField
        label="Название"
        hint="Например: ядро, скоринг, хранилище"
        value={name}
        error={issues.name}
        onChange={setName}
      />
      <fieldset className={s.rights}>
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
      {issues.scopes && <Notice tone="bad">{issues.scopes}</Notice>}
      <TextField
        label="Адреса"
        hint="С каких адресов и сетей вызывает, через запятую: 192.0.2.0/24. Пусто — с любых"
        value={addresses}
        error={issues.addresses}
        onChange={setAddresses}
      />
      <TextField label="Вызовов в минуту" inputMode="numeric" value={rate} error={issues.rate} onChange={setRate} />
      <TextField
        label="Последний день"
        hint="Пусто — без срока"
        type="date"
        value={until}
        error={issues.until}
        onChange={setUntil}
      />
      <TextField
        label="Открытые ключи (JWKS)"
        hint="Для private_key_jwt: {&quot;keys&quot;:[…]}. Пусто — только по секрету"
        value={jwks}
        error={issues.jwks}
        onChange={setJwks}
      />
      {error && (
        <Notice tone="bad" live>
          {error}
        </Notice>
      )}
    </form>
  )
}
