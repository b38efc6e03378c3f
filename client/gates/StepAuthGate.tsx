import type { ComponentType } from 'react'
import { useRef } from 'react'
import type { AuthScreenProps, AuthStatus } from '#ui/services.ts'
import { authStore } from '../auth.ts'
import { useStore } from '../store.ts'
import { NoAnswer } from './NoAnswer.tsx'

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
