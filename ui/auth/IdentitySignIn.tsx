import { identityOffers, startIdentitySignIn } from '#contract/calls/identity.ts'
import { Button } from '../actions/Button.tsx'
import { CallError } from '../callError.ts'
import { Problem } from '../feedback/Notice.tsx'
import { useServices } from '../services.ts'
import { useAttempt } from '../useAct.ts'
import { useRead } from '../useRead.ts'

/** Ways in by providers of identity; where nobody answers, the phone is there */
export function IdentitySignIn() {
  const { call } = useServices()
  const { data } = useRead(identityOffers, {})
  const { busy, problem, attempt } = useAttempt((error) =>
    error instanceof CallError ? error.message : 'Не получилось. Войдите по коду из СМС.',
  )

  const enter = (provider: string) =>
    attempt(async () => {
      const { url } = await call(startIdentitySignIn, { body: { provider } })
      location.assign(url)
    })

  return (
    <>
      {(data?.offered ?? [])
        .filter(({ signIn }) => signIn)
        .map(({ name, through }) => (
          <Button key={name} kind="quiet" busy={busy} onClick={() => void enter(name)}>
            Войти через {through}
          </Button>
        ))}
      <Problem>{problem}</Problem>
    </>
  )
}
