import { useState } from 'react'
import { confirmEmail, sendEmailCode } from '#contract/calls/auth.ts'
import { emailField } from '#contract/fields.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice } from '../feedback/Notice.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { codeProblem } from './codeProblem.ts'
import { ResendButton } from './ResendButton.tsx'

type EmailConfirmationProps = {
  /** The address as typed: nothing is offered until it is a whole one */
  typed: string
  confirmed: string | undefined
  onConfirmed(): Promise<void>
}

type Sent = { readonly email: string; readonly resendAt: number }

const readEmail = emailField()

/** Stands under the field of an e-mail: sends a code there, takes it, says when the address is confirmed */
export function EmailConfirmation({ typed, confirmed, onConfirmed }: EmailConfirmationProps) {
  const { call } = useServices()
  const [sent, setSent] = useState<Sent | null>(null)
  const [code, setCode] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const read = readEmail.safeParse(typed)
  const email = read.success ? read.data : null

  async function attempt(work: () => Promise<void>) {
    setBusy(true)
    setProblem('')
    try {
      await work()
    } catch (error) {
      setProblem(codeProblem(error, 'Не получилось. Проверьте связь и попробуйте ещё раз.'))
      setCode('')
    } finally {
      setBusy(false)
    }
  }

  const send = (to: string) =>
    attempt(async () => {
      const opened = (seconds: number) => setSent({ email: to, resendAt: Date.now() + seconds * 1000 })
      try {
        opened((await call(sendEmailCode, { body: { email: to } })).resendAfterSeconds)
      } catch (error) {
        // A code went out shortly before, perhaps before this page was loaded anew: it may still be entered.
        if (error instanceof CallError && error.code === 'too_often') opened(Number(error.details.retryAfter))
        throw error
      }
    })

  const enter = (entered: string, to: string) =>
    attempt(async () => {
      await call(confirmEmail, { body: { email: to, code: entered } })
      setSent(null)
      setCode('')
      await onConfirmed()
    })

  if (!email) return null
  if (email === confirmed) return <Notice tone="good">Почта подтверждена</Notice>
  const waiting = sent?.email === email ? sent : null
  return (
    <Stack>
      {waiting ? (
        <>
          <CodeField
            label="Код из письма"
            hint={`Отправили на ${email}. Нет письма — посмотрите в папке «Спам»`}
            autoFocus
            disabled={busy}
            value={code}
            onChange={setCode}
            onBlur={() => {}}
            onComplete={(full) => void enter(full, email)}
          />
          <ResendButton resendAt={waiting.resendAt} busy={busy} onResend={() => void send(email)} />
        </>
      ) : (
        <Button kind="soft" busy={busy} onClick={() => void send(email)}>
          Подтвердить почту
        </Button>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </Stack>
  )
}
