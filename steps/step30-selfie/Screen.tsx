import { ButtonLink } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'

export default function Screen() {
  return (
    <Page title="Фото с паспортом" back="/step5">
      <p>Здесь делают снимок себя с паспортом. Для этой заявки он не нужен.</p>
      <ButtonLink href="/step5">К шагам заявки</ButtonLink>
    </Page>
  )
}
