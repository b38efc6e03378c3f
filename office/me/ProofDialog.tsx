import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { CallError } from '#ui/callError.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { Stack } from '#ui/frame/Stack.tsx'

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

function words(failure: unknown): string {
  if (!(failure instanceof CallError)) throw failure
  if (failure.code === 'sign_in_wrong')
    return 'Пароль или код не подошли. Каждый код действует один раз: дождитесь следующего.'
  return failure.issues[0]?.message ?? failure.message
}

/** A form over the page that asks for what proves who is there */
export function ProofDialog({ open, onClose, title, act, lacks, send, children }: Props) {
  const form = useId()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const missing = lacks()
    setProblem(missing)
    if (missing) return
    setBusy(true)
    try {
      await send()
    } catch (failure) {
      setProblem(words(failure))
    } finally {
      setBusy(false)
    }
  }
  const close = () => {
    setProblem('')
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
      <form id={form} onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          {children}
          {problem && (
            <Notice tone="bad" live>
              {problem}
            </Notice>
          )}
        </Stack>
      </form>
    </Dialog>
  )
}
