import { type FormEvent, useState } from 'react'
import { officeSignIn } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/Sheet.tsx'
import { rememberStaff } from '../session.ts'
import { useAct } from '../useAct.ts'
import { KeyButton } from './KeyButton.tsx'

const words = {
  sign_in_wrong: 'Логин, пароль или код не подошли. Каждый код действует один раз: дождитесь следующего.',
}

/** What is still missing, in the order of the form */
function missing(login: string, password: string, totp: string): string {
  if (!login.trim()) return 'Введите логин.'
  if (!password) return 'Введите пароль.'
  return totp.length === 6 ? '' : 'Введите шесть цифр из приложения.'
}

/** Login, password and the authenticator's code in one form. Stands at any address; the screen asked for comes after it */
export function SignIn() {
  const [login, setLogin] = useState('')
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  const { busy, act, problem, tell } = useAct({ words, inForm: true })

  const send = (event: FormEvent) => {
    event.preventDefault()
    const lacks = missing(login, password, totp)
    tell(lacks)
    if (lacks) return
    void act(async () => {
      rememberStaff(await makeCall(officeSignIn, { body: { login: login.trim(), password, totp } }))
      return undefined
    }).then((inside) => inside || setTotp(''))
  }

  return (
    <Sheet tab="Вход" title="Кабинет сотрудника">
      <form onSubmit={send} noValidate>
        <Stack>
          <TextField
            label="Логин"
            name="login"
            autoComplete="username"
            autoCapitalize="none"
            value={login}
            onChange={setLogin}
          />
          <TextField
            label="Пароль"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={setPassword}
          />
          <TextField
            label="Код из приложения"
            hint="Шесть цифр, меняются каждые 30 секунд"
            name="totp"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={totp}
            onChange={(typed) => setTotp(typed.replace(/\D/g, '').slice(0, 6))}
          />
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
          <Button type="submit" busy={busy}>
            Войти
          </Button>
          <KeyButton login={login} password={password} onProblem={tell} />
        </Stack>
      </form>
    </Sheet>
  )
}
