import { staffKeySignIn, staffKeySignInOptions } from '#contract/calls/office/passkeys.ts'
import { Button } from '#ui/actions/Button.tsx'
import { knowsKeys, signByKey } from '#ui/auth/keys.ts'
import { CallError } from '#ui/callError.ts'
import { useAct } from '#ui/useAct.ts'
import { makeCall } from '../calls.ts'
import { staffKeyProblem } from '../me/keyWords.ts'
import { rememberStaff } from '../session.ts'

type Props = { readonly login: string; readonly password: string; onProblem(text: string): void }

/** A passkey in place of the authenticator's code */
export function KeyButton({ login, password, onProblem }: Props) {
  const { busy, act } = useAct((error) => {
    const wrong = error instanceof CallError && error.code === 'sign_in_wrong'
    onProblem(wrong ? 'Логин, пароль или ключ не подошли.' : staffKeyProblem(error))
  })
  if (!knowsKeys()) return null

  function enter() {
    if (!login.trim() || !password) return onProblem('Введите логин и пароль, потом подтвердите ключом.')
    onProblem('')
    void act(async () => {
      const key = await signByKey(await makeCall(staffKeySignInOptions, {}))
      rememberStaff(await makeCall(staffKeySignIn, { body: { login: login.trim(), password, key } }))
    })
  }

  return (
    <Button kind="soft" busy={busy} onClick={enter}>
      Войти с ключом вместо кода
    </Button>
  )
}
