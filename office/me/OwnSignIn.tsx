import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import {
  changeOwnPassword,
  confirmOwnAuthenticator,
  newOwnAuthenticator,
  shortestPassword,
} from '#contract/calls/office/ownSignIn.ts'
import { toast } from '#ui/feedback/toast.ts'
import { TextField } from '#ui/fields/TextField.tsx'
import { makeCall } from '../calls.ts'
import { QrPicture } from '../invitation/QrPicture.tsx'
import s from './OwnSignIn.module.css'
import { ProofDialog, TotpField, useProof } from './ProofDialog.tsx'

type Props = { readonly open: boolean; onClose(): void }
type Next = CallAnswer<typeof newOwnAuthenticator>

const over = 'На других устройствах нужно войти заново'

/** One's own password: the one in use and a code first, then the new one twice */
export function PasswordDialog({ open, onClose }: Props) {
  const proof = useProof()
  const [next, setNext] = useState('')
  const [again, setAgain] = useState('')
  const close = () => {
    proof.clear()
    setNext('')
    setAgain('')
    onClose()
  }
  const lacks = () => {
    if (proof.lacks()) return proof.lacks()
    if (next.length < shortestPassword) return `Новый пароль: не меньше ${shortestPassword} знаков.`
    return next === again ? '' : 'Новый пароль и повтор не совпадают.'
  }
  const send = async () => {
    await makeCall(changeOwnPassword, { body: { ...proof.given, next } })
    toast(`Пароль изменён. ${over}`)
    close()
  }
  return (
    <ProofDialog open={open} onClose={close} title="Новый пароль" act="Сменить пароль" lacks={lacks} send={send}>
      {proof.fields}
      <TextField
        label="Новый пароль"
        hint={`Не меньше ${shortestPassword} знаков`}
        type="password"
        autoComplete="new-password"
        value={next}
        onChange={setNext}
      />
      <TextField
        label="Новый пароль ещё раз"
        type="password"
        autoComplete="new-password"
        value={again}
        onChange={setAgain}
      />
    </ProofDialog>
  )
}

/** Another authenticator: password and a code of the one in use, then the first code of the new one */
export function AuthenticatorDialog({ open, onClose }: Props) {
  const proof = useProof()
  const [next, setNext] = useState<Next | null>(null)
  const [code, setCode] = useState('')
  const close = () => {
    proof.clear()
    setNext(null)
    setCode('')
    onClose()
  }
  const begin = async () => {
    setNext(await makeCall(newOwnAuthenticator, { body: proof.given }))
  }
  const confirm = async () => {
    await makeCall(confirmOwnAuthenticator, { body: { totp: code } })
    toast(`Приложение для кодов изменено. ${over}`)
    close()
  }
  if (!next)
    return (
      <ProofDialog
        open={open}
        onClose={close}
        title="Другое приложение для кодов"
        act="Показать код"
        lacks={proof.lacks}
        send={begin}
      >
        <p>Прежнее приложение действует, пока не введёте код из нового. Прежнего нет? Попросите администратора.</p>
        {proof.fields}
      </ProofDialog>
    )
  return (
    <ProofDialog
      open={open}
      onClose={close}
      title="Снимите код новым приложением"
      act="Сменить приложение"
      lacks={() => (code.length === 6 ? '' : 'Введите шесть цифр из нового приложения.')}
      send={confirm}
    >
      <QrPicture text={next.totpUri} title="QR-код для приложения с кодами" className={s.code} />
      <p className={s.secret}>{next.totpSecret}</p>
      <TotpField label="Код из нового приложения" value={code} onChange={setCode} />
    </ProofDialog>
  )
}
