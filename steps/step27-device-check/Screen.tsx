import { ButtonLink } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'

export default function Screen() {
  return (
    <Page title="Проверка камеры и связи" back="/step5">
      <p>Здесь проверим камеру, микрофон и связь до съёмки документов. Для этой заявки съёмка не нужна.</p>
      <ButtonLink href="/step5">К шагам заявки</ButtonLink>
    </Page>
  )
}
