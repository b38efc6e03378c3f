import type { ComponentType } from 'react'
import { useRef } from 'react'
import { Button } from '#ui/actions/Button.tsx'
import { Page } from '#ui/frame/Page.tsx'
import type { AuthScreenProps, AuthStatus } from '#ui/services.ts'
import { authStore, checkAuth } from '../auth.ts'
import { useStore } from '../store.ts'

type StepAuthGateProps = {
  Screen: ComponentType<AuthScreenProps>
  /** Until the status is known: the loading overlay, or nothing where a picture of the screen stands already */
  Waiting: ComponentType
}

/**
 * Gate `step_auth`: a screen is shown only once the auth status is known, and receives it; before that `Waiting`.
 * A check that fails later does not take the screen away: the last known status stands until the next poll.
 */
export function StepAuthGate({ Screen, Waiting }: StepAuthGateProps) {
  const state = useStore(authStore)
  const known = useRef<AuthStatus>(null)
  if (state === 'ok_auth' || state === 'no_auth') known.current = state
  if (known.current) return <Screen authStatus={known.current} />
  if (state === 'error') return <NoAnswer />
  return <Waiting />
}

/** The check failed before anything was known: the overlay is gone, the next poll tries again by itself */
function NoAnswer() {
  return (
    <Page title="Нет связи" heading="Не получается связаться с сервером">
      <p>Введённое сохранено на этом устройстве. Проверьте интернет: мы пробуем сами, каждые 20 секунд.</p>
      <Button kind="soft" onClick={() => void checkAuth()}>
        Попробовать сейчас
      </Button>
    </Page>
  )
}
