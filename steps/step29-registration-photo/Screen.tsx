import { ButtonLink } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'

export default function Screen() {
  return (
    <Page title="Паспорт: страница регистрации" back="/step5">
      <p>Здесь снимают страницу с регистрацией. Для этой заявки снимок не нужен.</p>
      <ButtonLink href="/step5">К шагам заявки</ButtonLink>
    </Page>
  )
}
