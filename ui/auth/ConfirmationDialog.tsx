import { useState } from 'react'
import { confirmSession, sendConfirmationCode } from '#contract/calls/confirmation.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { useAttempt } from '../form/useAttempt.ts'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { codeProblem } from './codeProblem.ts'
import { ResendButton } from './ResendButton.tsx'

type ConfirmationDialogProps = {
  open: boolean
  /** What is about to change, in words: the reason for one more code */
  why: string
  onClose(): void
  onConfirmed(): void
}

/** One more code from the SMS before something that moves money or opens a way in */
export function ConfirmationDialog({ open, why, onClose, onConfirmed }: ConfirmationDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Подтвердите, что это вы">
      <Confirmation why={why} onConfirmed={onConfirmed} />
    </Dialog>
  )
}

function Confirmation({ why, onConfirmed }: Pick<ConfirmationDialogProps, 'why' | 'onConfirmed'>) {
  const { call } = useServices()
  const [resendAt, setResendAt] = useState<number | null>(null)
  const [code, setCode] = useState('')
  const { busy, problem, attempt } = useAttempt((error) => {
    setCode('')
    return codeProblem(error)
  })

  const send = () =>
    attempt(async () => {
      const again = (seconds: number) => setResendAt(Date.now() + seconds * 1000)
      try {
        again((await call(sendConfirmationCode, {})).resendAfterSeconds)
      } catch (error) {
        // A code went out a moment ago: it may still be entered.
        if (error instanceof CallError && error.code === 'too_often') again(Number(error.details.retryAfter))
        throw error
      }
    })

  const enter = (entered: string) =>
    attempt(async () => {
      await call(confirmSession, { body: { code: entered } })
      onConfirmed()
    })

  return (
    <Stack>
      <p>{why}</p>
      {resendAt === null ? (
        <Button busy={busy} onClick={() => void send()}>
          Получить код
        </Button>
      ) : (
        <>
          <CodeField
            label="Код из СМС"
            hint="Отправили на ваш номер. Никому его не говорите, даже нашим сотрудникам"
            autoFocus
            disabled={busy}
            value={code}
            onChange={setCode}
            onBlur={() => {}}
            onComplete={(full) => void enter(full)}
          />
          <ResendButton resendAt={resendAt} busy={busy} onResend={() => void send()} />
        </>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </Stack>
  )
}
