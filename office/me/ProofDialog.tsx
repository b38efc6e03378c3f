import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Problem } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { useAct } from '../useAct.ts'

type Typed = { readonly value: string; onChange(value: string): void }

/** Six digits of an authenticator */
export const TotpField = ({ label, value, onChange }: Typed & { readonly label: string }) => (
  <TextField
    label={label}
    hint="Шесть цифр, меняются каждые 30 секунд"
    inputMode="numeric"
    autoComplete="one-time-code"
    value={value}
    onChange={(typed) => onChange(typed.replace(/\D/g, '').slice(0, 6))}
  />
)

/** Password and code in use: asked for again before the way in changes */
export function useProof() {
  const [password, setPassword] = useState('')
  const [totp, setTotp] = useState('')
  return {
    given: { password, totp },
    lacks: () =>
      password ? (totp.length === 6 ? '' : 'Введите шесть цифр из приложения.') : 'Введите нынешний пароль.',
    clear: () => {
      setPassword('')
      setTotp('')
    },
    fields: (
      <>
        <TextField
          label="Нынешний пароль"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        <TotpField label="Код из приложения" value={totp} onChange={setTotp} />
      </>
    ),
  }
}

type Props = {
  readonly open: boolean
  onClose(): void
  readonly title: string
  /** Words of the button */
  readonly act: string
  /** What is still missing, or '' */
  lacks(): string
  send(): Promise<void>
  readonly children: ReactNode
}

const words = { sign_in_wrong: 'Пароль или код не подошли. Каждый код действует один раз: дождитесь следующего.' }

/** A form over the page that asks for what proves who is there */
export function ProofDialog({ open, onClose, title, act, lacks, send, children }: Props) {
  const form = useId()
  const { busy, act: run, problem, tell, forget } = useAct({ words, inForm: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = lacks()
    tell(missing)
    if (missing) return
    void run(async () => {
      await send()
      return undefined
    })
  }
  const close = () => {
    forget()
    onClose()
  }
  return (
    <Dialog
      open={open}
      onClose={close}
      title={title}
      actions={
        <>
          <Button type="submit" form={form} busy={busy}>
            {act}
          </Button>
          <Button kind="quiet" onClick={close}>
            Не менять
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate>
        <Stack>
          {children}
          <Problem>{problem}</Problem>
        </Stack>
      </form>
    </Dialog>
  )
}
