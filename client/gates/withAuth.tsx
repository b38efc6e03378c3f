import type { ComponentType } from 'react'
import type { AuthScreenProps } from '#ui/services.ts'
import { StepAuthGate } from './StepAuthGate.tsx'

/** A screen of mode `auth` behind its gate */
export function withAuth(Screen: ComponentType<AuthScreenProps>, Waiting: ComponentType): ComponentType {
  return function AuthScreen() {
    return <StepAuthGate Screen={Screen} Waiting={Waiting} />
  }
}
