import type { PassportAnswer } from '#contract/calls/passport.ts'
import { passportPhotoStep } from '#contract/flow.ts'
import { ButtonLink } from '../actions/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'

type Props = {
  /** The photo may be taken now */
  offered: boolean
  /** What has come of one that was */
  state: PassportAnswer['state']
}

/** «Сначала фото», and what was read of it */
export function PassportNotice({ offered, state }: Props) {
  if (offered)
    return (
      <Notice title="Можно начать с фото паспорта">
        <p>Снимок нужен всё равно. Снимите сейчас, и мы впишем с него номер, даты и код: останется сверить.</p>
        <ButtonLink kind="soft" small icon="camera" href={`/step${passportPhotoStep}`}>
          Сначала фото
        </ButtonLink>
      </Notice>
    )
  if (state === 'reading')
    return (
      <Notice live>
        <p>Читаем паспорт по фото. Можно не ждать и заполнять: введённое не изменим.</p>
      </Notice>
    )
  if (state === 'read')
    return (
      <Notice tone="good" live>
        <p>Что прочитали с фото, вписали и отметили. Сверьте с паспортом.</p>
      </Notice>
    )
  if (state === 'unread')
    return (
      <Notice live>
        <p>Прочитать паспорт по фото не получилось. Заполните сами, как обычно: снимок сохранён.</p>
      </Notice>
    )
  return null
}
