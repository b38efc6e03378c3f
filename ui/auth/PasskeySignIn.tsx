import { passkeySignIn, passkeySignInOptions } from '#contract/calls/passkeys.ts'
import { Button } from '../actions/Button.tsx'
import { Problem } from '../feedback/Notice.tsx'
import { useServices } from '../services.ts'
import { useAttempt } from '../useAct.ts'
import { keyProblem, knowsKeys, signByKey } from './keys.ts'

/** The way in for who has added a passkey: no phone, no code */
export function PasskeySignIn({ onDone }: { onDone(): Promise<void> }) {
  const { call } = useServices()
  const { busy, problem, attempt } = useAttempt(keyProblem)
  if (!knowsKeys()) return null

  const enter = () =>
    attempt(async () => {
      const options = await call(passkeySignInOptions, {})
      await call(passkeySignIn, { body: { key: await signByKey(options) } })
      await onDone()
    })

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void enter()}>
        Войти по ключу, без СМС
      </Button>
      <Problem>{problem}</Problem>
    </>
  )
}
