import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useAttempt } from '../useAct.ts'
import { CodeEntry } from './CodeEntry.tsx'
import { codeProblem, type SentCode, sentBefore } from './codeProblem.ts'

type CodeExchangeProps = {
  /** The address or number the code goes to */
  to: string
  button: string
  /** The main thing to do where it stands */
  primary?: boolean
  label: string
  hint: string
  /** Null when nothing was sent yet */
  send(to: string): Promise<SentCode | null>
  enter(code: string, to: string): Promise<void>
}

type Sent = SentCode & { readonly to: string }

/** A button that sends a code to an address or number, then the field that takes it */
export function CodeExchange({ to, button, primary = false, label, hint, send, enter }: CodeExchangeProps) {
  const [sent, setSent] = useState<Sent | null>(null)
  const { busy, problem, attempt } = useAttempt(codeProblem)

  async function ask() {
    const code = await send(to)
    if (code) setSent({ to, ...code })
  }

  const first = () =>
    attempt(async () => {
      try {
        await ask()
      } catch (error) {
        const before = sentBefore(Date.now(), error)
        if (!before) throw error
        setSent({ to, ...before })
      }
    })

  if (sent?.to === to)
    return (
      <CodeEntry
        sent={sent}
        label={label}
        hint={hint}
        enter={async (code) => {
          await enter(code, to)
          setSent(null)
        }}
        resend={ask}
      />
    )
  return (
    <Stack>
      <Button kind={primary ? 'primary' : 'soft'} busy={busy} onClick={() => void first()}>
        {button}
      </Button>
      <Problem>{problem}</Problem>
    </Stack>
  )
}
