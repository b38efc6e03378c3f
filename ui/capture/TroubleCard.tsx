import type { ReactNode } from 'react'
import { type CameraTrouble, cameraTroubles } from '#contract/cameraTroubles.ts'
import { Button, ButtonLink } from '../actions/Button.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Stack } from '../frame/Stack.tsx'
import { useServices } from '../services.ts'
import { camera } from './camera.ts'
import { type Offer, troubles } from './troubles.ts'

type TroubleCardProps = {
  trouble: CameraTrouble
  /** The file choice where the step allows one */
  file: ReactNode
  /** The way to a phone, where this is not one */
  phone: ReactNode
}

/** What is in the way, in words, and the ways out of it */
export function TroubleCard({ trouble, file, phone }: TroubleCardProps) {
  const { toast } = useServices()
  const title = cameraTroubles[trouble]
  const { text, offers } = troubles[trouble]

  async function copy(): Promise<void> {
    const done = await navigator.clipboard?.writeText(location.href).then(
      () => true,
      () => false,
    )
    toast(done ? 'Ссылка скопирована' : `Адрес страницы: ${location.href}`)
  }

  const kind = (offer: Offer) => (offer === offers[0] ? 'primary' : 'soft')
  const ways: Readonly<Record<Offer, ReactNode>> = {
    again: (
      <Button key="again" kind={kind('again')} icon="refresh" onClick={() => void camera.again()}>
        Проверить ещё раз
      </Button>
    ),
    otherCamera: (
      <Button key="other" kind={kind('otherCamera')} icon="repeat" onClick={() => void camera.other()}>
        Другая камера
      </Button>
    ),
    help: (
      <ButtonLink key="help" kind={kind('help')} icon="question" href="/mediapermissionshelp">
        Как разрешить камеру
      </ButtonLink>
    ),
    copyLink: (
      <Button key="copy" kind={kind('copyLink')} icon="external" onClick={() => void copy()}>
        Скопировать ссылку
      </Button>
    ),
    phone,
    file,
  }
  return (
    <Stack>
      <Notice tone="warn" title={title} live>
        {text}
      </Notice>
      {offers.map((offer) => ways[offer])}
    </Stack>
  )
}
