import { Anchor } from '#ui/actions/Anchor.tsx'
import { SignInForm } from '#ui/auth/SignInForm.tsx'
import { comeBack } from '#ui/auth/wayBack.ts'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'
import { useServices } from '#ui/services.ts'

export default function Screen() {
  const { go, refresh } = useServices()
  return (
    <Page title="Регистрация" aside={{ href: '/step2', text: 'Войти' }}>
      <p>Подтвердите телефон и примите документы. Паспорт понадобится позже.</p>
      <SignInForm
        action="Получить код"
        onDone={async () => {
          await refresh()
          go(comeBack(), { replace: true })
        }}
      />
      <Soft>
        Документы можно прочитать заранее: <Anchor href="/docs">документы и помощь</Anchor>.
      </Soft>
    </Page>
  )
}
