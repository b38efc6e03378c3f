import { useState } from 'react'
import { Button } from '../actions/Button.tsx'
import { ConfirmationDialog } from '../auth/ConfirmationDialog.tsx'
import { EmailConfirmation } from '../auth/EmailConfirmation.tsx'
import { IdentitySignIn } from '../auth/IdentitySignIn.tsx'
import { PasskeySignIn } from '../auth/PasskeySignIn.tsx'
import { ResendButton } from '../auth/ResendButton.tsx'
import { SignInForm } from '../auth/SignInForm.tsx'
import { Card } from '../frame/Card.tsx'
import { Logo } from '../frame/Logo.tsx'
import { Page } from '../frame/Page.tsx'
import { Stack } from '../frame/Stack.tsx'
import { SigningForm } from '../signing/SigningForm.tsx'

const papers = [
  { title: 'Индивидуальные условия', sub: 'Скачать PDF', href: '/service/sample' },
  { title: 'График платежей', sub: 'Скачать PDF', href: '/service/sample-2' },
]
const nothing = async () => {}

export function SigningSheet() {
  const [asking, setAsking] = useState(false)
  return (
    <Page title="Вход и подпись">
      <Card title="Вход">
        <SignInForm action="Получить код" onDone={nothing} />
        <IdentitySignIn />
        <PasskeySignIn onDone={nothing} />
      </Card>
      <Card title="Почта: не подтверждена, подтверждена">
        <EmailConfirmation typed="anna@example.ru" confirmed={undefined} onConfirmed={nothing} />
        <EmailConfirmation typed="anna@example.ru" confirmed="anna@example.ru" onConfirmed={nothing} />
      </Card>
      <Card title="Новый код: через минуту, можно, занят">
        <Stack>
          <ResendButton resendAt={Date.now() + 60_000} busy={false} onResend={() => undefined} />
          <ResendButton resendAt={0} busy={false} onResend={() => undefined} />
          <ResendButton resendAt={0} busy onResend={() => undefined} />
        </Stack>
      </Card>
      <Button kind="soft" onClick={() => setAsking(true)}>
        Ещё один код
      </Button>
      <ConfirmationDialog
        open={asking}
        why="Вы добавляете новый способ входа. Пришлём код на номер, с которым вы вошли."
        onClose={() => setAsking(false)}
        onConfirmed={() => setAsking(false)}
      />
      <SigningForm
        requestId="sample"
        version={1}
        purpose="contract"
        about="Одним кодом подписывается весь список."
        before={papers}
        action="Получить код"
        sign={nothing}
      />
      <Logo />
    </Page>
  )
}
