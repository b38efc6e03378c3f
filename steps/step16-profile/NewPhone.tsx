import { useState } from 'react'
import { changePhone, sendPhoneCode } from '#contract/calls/auth.ts'
import { phoneField } from '#contract/fields.ts'
import { formatPhone, type Phone } from '#contract/identifiers.ts'
import { Button } from '#ui/actions/Button.tsx'
import { CodeExchange } from '#ui/auth/CodeExchange.tsx'
import { ConfirmationDialog } from '#ui/auth/ConfirmationDialog.tsx'
import { sentAt } from '#ui/auth/codeProblem.ts'
import { CallError } from '#ui/callError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { Stack } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

const readPhone = phoneField()

/** Another number to sign in by: a code to the old one first, then a code to the new one */
export function NewPhone({ onChanged }: { onChanged(): Promise<void> }) {
  const { call, toast } = useServices()
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState('')
  const [confirming, setConfirming] = useState(false)
  const [confirmed, setConfirmed] = useState(false)
  if (!open)
    return (
      <Button kind="soft" onClick={() => setOpen(true)}>
        Сменить номер
      </Button>
    )
  const read = readPhone.safeParse(typed)

  async function send(phone: string) {
    try {
      return sentAt(Date.now(), await call(sendPhoneCode, { body: { phone } }))
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'confirm_again') throw error
      setConfirming(true)
      return null
    }
  }

  async function enter(code: string, phone: string) {
    try {
      await call(changePhone, { body: { phone, code } })
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== 'state_conflict') throw error
      throw new CallError({ ...error, message: 'С этим номером уже есть кабинет. Укажите другой или позвоните нам.' })
    }
    toast('Номер для входа изменён')
    setOpen(false)
    await onChanged()
  }

  return (
    <Stack>
      <PhoneField label="Новый номер" value={typed} onChange={setTyped} onBlur={() => {}} />
      <Notice>
        Старому номеру придёт СМС, остальные входы завершатся. Если вы ждёте деньги по займу, отправим их через сутки
        после смены.
      </Notice>
      {confirmed && <p role="status">Это вы. Теперь код на новый номер.</p>}
      {read.success && (
        <CodeExchange
          to={read.data}
          button="Получить код"
          label="Код из СМС"
          hint={`Отправили на ${formatPhone(read.data as Phone)}`}
          send={send}
          enter={enter}
        />
      )}
      <ConfirmationDialog
        open={confirming}
        why="Вы меняете номер для входа. Сначала пришлём код на тот, с которым вы вошли."
        onClose={() => setConfirming(false)}
        onConfirmed={() => {
          setConfirming(false)
          setConfirmed(true)
        }}
      />
    </Stack>
  )
}
