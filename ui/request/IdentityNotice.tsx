import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { type requestIdentity, startIdentity } from '#contract/calls/identity.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice, Problem } from '../feedback/Notice.tsx'
import { Tick } from '../fields/Tick.tsx'
import { useServices } from '../services.ts'
import { useAttempt } from '../useAct.ts'

type Offered = CallAnswer<typeof requestIdentity>['offered']

const words = (error: unknown) =>
  error instanceof CallError ? error.message : 'Не получилось. Заполните вручную: около 4 минут.'

type WalkProps = {
  requestId: string
  offered: Offered
  purpose: 'fill' | 'identify'
  /** Where to come back to */
  step: number
}

/** The consent, and a button for each provider: the browser goes there and comes back */
export function IdentityWalk({ requestId, offered, purpose, step }: WalkProps) {
  const { call } = useServices()
  const [chosen, setChosen] = useState<string | null>(null)
  const [agreed, setAgreed] = useState(false)
  const [asked, setAsked] = useState(false)
  const { busy, problem, attempt } = useAttempt(words)

  const go = (provider: string) => {
    setAsked(true)
    if (!agreed) return
    void attempt(async () => {
      const body = { provider, purpose, screen: `/step${step}`, agreed: true as const }
      const { url } = await call(startIdentity, { params: { id: requestId }, body })
      location.assign(url)
    })
  }

  const action = purpose === 'fill' ? 'Заполнить' : 'Подтвердить'
  return (
    <>
      {chosen === null &&
        offered.map(({ name, through }) => (
          <Button key={name} type="button" kind="soft" onClick={() => setChosen(name)}>
            {`${action} через ${through}`}
          </Button>
        ))}
      {chosen !== null && (
        <>
          <Tick
            id="identity-agreed"
            label="Разрешаю получить мои данные, чтобы рассмотреть эту заявку"
            document={{ href: '/docs#identity', title: 'Прочитать согласие' }}
            checked={agreed}
            error={asked && !agreed ? 'Без разрешения данные нам не передадут' : undefined}
            onChange={setAgreed}
            onBlur={() => {}}
          />
          <Button type="button" kind="soft" busy={busy} onClick={() => go(chosen)}>
            Перейти и подтвердить
          </Button>
        </>
      )}
      <Problem>{problem}</Problem>
    </>
  )
}

type Props = {
  requestId: string
  step: number
  offered: Offered
  /** Who has said it, and when */
  from: string | undefined
  /** Something was typed otherwise */
  differs: boolean
  /** The law asks for it before the contract */
  demanded: boolean
  take(): void
}

/** What can be taken from a provider of identity, and what of it stands otherwise */
export function IdentityNotice({ requestId, step, offered, from, differs, demanded, take }: Props) {
  if (from && differs)
    return (
      <Notice tone="warn" live title="Введено не так, как подтверждено">
        <p>
          {from}: там указано иначе.{' '}
          {demanded
            ? 'По закону данные заявки должны сойтись с подтверждёнными.'
            : 'Можно оставить своё: проверим вручную.'}
        </p>
        <Button type="button" kind="soft" small onClick={take}>
          Взять подтверждённое
        </Button>
      </Notice>
    )
  if (from)
    return (
      <Notice tone="good" live>
        <p>Подтверждённые данные вписали и отметили. Проверьте их.</p>
      </Notice>
    )
  const [first] = offered
  if (!first) return null
  return (
    <Notice title="Паспорт можно не вводить">
      <p>Возьмём ФИО, дату рождения, паспорт, СНИЛС, ИНН и адрес. Введённое не изменим.</p>
      <IdentityWalk requestId={requestId} offered={offered} purpose="fill" step={step} />
    </Notice>
  )
}
