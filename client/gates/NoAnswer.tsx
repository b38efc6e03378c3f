import { formatPhone, type Phone } from '#contract/identifiers/phoneText.ts'
import { Button, ButtonLink } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'
import { useServices } from '#ui/services.ts'
import { checkAuth } from '../auth.ts'

/** The auth check failed before anything was known: the overlay is gone, the next poll tries again by itself */
export function NoAnswer() {
  const { phone } = useServices().lender.contacts
  return (
    <Page title="Не получается связаться с сервером">
      <p>Введённое сохранено на этом устройстве. Проверьте интернет: мы пробуем сами, каждые 20 секунд.</p>
      <Button kind="soft" onClick={() => void checkAuth()}>
        Повторить
      </Button>
      <ButtonLink kind="quiet" href={`tel:${phone}`}>
        Позвонить: {formatPhone(phone as Phone)}
      </ButtonLink>
    </Page>
  )
}
