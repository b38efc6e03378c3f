import { ButtonLink } from '#ui/actions/Button.tsx'
import { Card } from '#ui/frame/Card.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { Soft } from '#ui/frame/Stack.tsx'

/** `/steperrornoauth`: not signed in, why, and a way back in */
export default function NoAuth() {
  return (
    <Page title="Нужно войти" heading={null}>
      <Card main title="Нужно войти ещё раз">
        <p>Мы закрыли вход: вы давно не заходили, вышли на другом устройстве или открыли ссылку в новом браузере.</p>
        <Soft>Всё, что вы ввели, сохранено. После входа вернём вас на то же место.</Soft>
        <ButtonLink href="/step2">Войти по номеру телефона</ButtonLink>
        <ButtonLink kind="quiet" href="/">
          На главную
        </ButtonLink>
      </Card>
    </Page>
  )
}
