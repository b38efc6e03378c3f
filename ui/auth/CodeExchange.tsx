import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice } from '../feedback/Notice.tsx'
import { CodeField } from '../fields/CodeField.tsx'
import { useAttempt } from '../form/useAttempt.ts'
import { Stack } from '../frame/Stack.tsx'
import { codeProblem } from './codeProblem.ts'
import { ResendButton } from './ResendButton.tsx'

type CodeExchangeProps = {
  /** The address or number the code goes to */
  to: string
  button: string
  label: string
  hint: string
  /** Answers after how many seconds another may be asked for; null when nothing was sent yet */
  send(to: string): Promise<number | null>
  enter(code: string, to: string): Promise<void>
}

type Sent = { readonly to: string; readonly resendAt: number }

/** A button that sends a code to one's new address or number, then the field that takes it */
export function CodeExchange({ to, button, label, hint, send, enter }: CodeExchangeProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  const [code, setCode] = useState('')
  const { busy, problem, attempt } = useAttempt((error) => {
    setCode('')
    return codeProblem(error)
  })

  const ask = () =>
    attempt(async () => {
      const opened = (seconds: number) => setSent({ to, resendAt: Date.now() + seconds * 1000 })
      try {
        const seconds = await send(to)
        if (seconds !== null) opened(seconds)
      } catch (error) {
        // A code went out shortly before, perhaps before this page was loaded anew: it may still be entered.
        if (error instanceof CallError && error.code === 'too_often') opened(Number(error.details.retryAfter))
        throw error
      }
    })

  const give = (entered: string) =>
    attempt(async () => {
      await enter(entered, to)
      setSent(null)
      setCode('')
    })

  return (
    <Stack>
      {sent?.to === to ? (
        <>
          <CodeField
            label={label}
            hint={hint}
            autoFocus
            disabled={busy}
            value={code}
            onChange={setCode}
            onBlur={() => {}}
            onComplete={(full) => void give(full)}
          />
          <ResendButton resendAt={sent.resendAt} busy={busy} onResend={() => void ask()} />
        </>
      ) : (
        <Button kind="soft" busy={busy} onClick={() => void ask()}>
          {button}
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
