import { confirmEmail, sendEmailCode } from '#contract/calls/auth.ts'
import { emailField } from '#contract/fields.ts'
import { Notice } from '../feedback/Notice.tsx'
import { useServices } from '../services.ts'
import { CodeExchange } from './CodeExchange.tsx'
import { sentAt } from './codeProblem.ts'

type EmailConfirmationProps = {
  /** The address as typed: nothing is offered until it is a whole one */
  typed: string
  confirmed: string | undefined
  onConfirmed(): Promise<void>
}

const readEmail = emailField()

/** Stands under the field of an e-mail: sends a code there, takes it, says when the address is confirmed */
export function EmailConfirmation({ typed, confirmed, onConfirmed }: EmailConfirmationProps) {
  const { call } = useServices()
  const read = readEmail.safeParse(typed)
  if (!read.success) return null
  const email = read.data
  if (email === confirmed) return <Notice tone="good">Почта подтверждена</Notice>
  return (
    <CodeExchange
      to={email}
      button="Подтвердить почту"
      label="Код из письма"
      hint={`Отправили на ${email}. Нет письма — посмотрите в папке «Спам»`}
      send={async (to) => sentAt(Date.now(), await call(sendEmailCode, { body: { email: to } }))}
      enter={async (code, to) => {
        await call(confirmEmail, { body: { email: to, code } })
        await onConfirmed()
      }}
    />
  )
}
