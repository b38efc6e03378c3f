import { useState } from 'react'
import type { CallAnswer } from '#contract/call.ts'
import { openInvitation } from '#contract/calls/office/staff.ts'
import { Button } from '#ui/actions/Button.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { makeCall } from '../calls.ts'
import { Sheet } from '../frame/Sheet.tsx'
import { useAct } from '../useAct.ts'
import s from './InvitationScreen.module.css'
import { QrPicture } from './QrPicture.tsx'

type Opened = CallAnswer<typeof openInvitation>

/** The secret of the link, which does not stay in the address or in the history */
function takeToken(): string {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname)
  return token
}

/** A new member's first screen: password and authenticator secret, shown once, by a button, so that no preview spends the link */
export function InvitationScreen() {
  const [token] = useState(takeToken)
  const [opened, setOpened] = useState<Opened | null>(null)
  const { busy, act, problem } = useAct({ inForm: true })
  const said = token ? problem : 'Ссылка неполная. Скопируйте её целиком.'

  const open = () =>
    act(async () => {
      setOpened(await makeCall(openInvitation, { body: { token } }))
      return undefined
    })

  return (
    <Sheet tab="Первый вход" title={opened ? opened.name : 'Первый вход'}>
      {said && (
        <Notice tone="bad" live>
          {said}
        </Notice>
      )}
      {opened ? (
        <Credentials opened={opened} />
      ) : (
        <>
          <p>Покажем пароль и ключ для кодов. Один раз: приготовьте приложение для кодов и место для пароля.</p>
          <Button busy={busy} disabled={!token} onClick={() => void open()}>
            Показать
          </Button>
        </>
      )}
    </Sheet>
  )
}

function Credentials({ opened: { login, password, totpSecret, totpUri, pending } }: { readonly opened: Opened }) {
  return (
    <>
      <Notice tone="warn" title="Больше не покажем">
        Снимите код приложением и сохраните пароль, потом войдите.
      </Notice>
      {pending && <Notice title="Вход пока закрыт">Он откроется, когда вас подтвердит другой администратор.</Notice>}
      <QrPicture text={totpUri} title="QR-код для приложения с кодами" className={s.code} />
      <dl className={s.credentials}>
        <div>
          <dt>Логин</dt>
          <dd>{login}</dd>
        </div>
        <div>
          <dt>Пароль</dt>
          <dd>{password}</dd>
        </div>
        <div>
          <dt>Ключ для кодов</dt>
          <dd>{totpSecret}</dd>
        </div>
      </dl>
      <Button onClick={() => location.assign('/office/')}>Сохранил, войти</Button>
    </>
  )
}
