import { ButtonLink } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'

export default function Screen() {
  return (
    <Page title="Видео с цифрами" back="/step5">
      <p>Здесь записывают короткое видео: вы читаете цифры вслух. Для этой заявки оно не нужно.</p>
      <ButtonLink href="/step5">К шагам заявки</ButtonLink>
    </Page>
  )
}
