import { formatPhone, type Phone } from '#contract/identifiers/phoneText.ts'
import { Button, ButtonLink } from '../actions/Button.tsx'
import { Page } from '../frame/Page.tsx'
import { Empty } from './Empty.tsx'

type LoadFailedProps = {
  title: string
  why: string
  back?: string | undefined
  /** Whom to call meanwhile */
  phone?: string
  again(): Promise<void>
}

/** What a screen shows when what it is about could not be read: why, and a way to try again. Nothing typed is lost by it */
export function LoadFailed({ title, why, back, phone, again }: LoadFailedProps) {
  return (
    <Page title={title} heading={null} back={back}>
      <Empty
        icon="offline"
        title="Пока не открылось"
        action={
          <Button small kind="soft" icon="refresh" onClick={() => void again()}>
            Повторить
          </Button>
        }
      >
        {why || 'Сервер ответил непонятно. Попробуйте ещё раз чуть позже.'}
      </Empty>
      {phone && (
        <ButtonLink kind="quiet" href={`tel:${phone}`}>
          Позвонить: {formatPhone(phone as Phone)}
        </ButtonLink>
      )}
    </Page>
  )
}
