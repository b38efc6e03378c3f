import { IdentitySignIn } from '#ui/auth/IdentitySignIn.tsx'
import { PasskeySignIn } from '#ui/auth/PasskeySignIn.tsx'
import { SignInForm } from '#ui/auth/SignInForm.tsx'
import { comeBack } from '#ui/auth/wayBack.ts'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'

export default function Screen() {
  const { go, refresh } = useServices()
  const done = async () => {
    await refresh()
    go(comeBack(), { replace: true })
  }
  return (
    <Page title="Вход" aside={{ href: '/docs', text: 'Помощь' }}>
      <SignInForm action="Получить код" onDone={done} />
      <IdentitySignIn />
      <PasskeySignIn onDone={done} />
    </Page>
  )
}
