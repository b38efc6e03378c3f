import { useState } from 'react'
import { passkeySignIn, passkeySignInOptions } from '#contract/calls/passkeys.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Notice } from '../feedback/Notice.tsx'
import { useServices } from '../services.ts'
import { keyProblem, knowsKeys, signByKey } from './keys.ts'

/** The way in for who has added a passkey: no phone, no code */
export function PasskeySignIn({ onDone }: { onDone(): Promise<void> }) {
  const { call } = useServices()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  if (!knowsKeys()) return null

  async function enter() {
    setBusy(true)
    setProblem('')
    try {
      const options = await call(passkeySignInOptions, {})
      await call(passkeySignIn, { body: { key: await signByKey(options) } })
      await onDone()
    } catch (error) {
      setProblem(error instanceof CallError ? error.message : keyProblem(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void enter()}>
        Войти по ключу, без СМС
      </Button>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}
