import type { ComponentType } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import { CrashBoundary } from '#ui/feedback/CrashFallback.tsx'
import type { FieldsProps, RequestScreenProps } from '#ui/services.ts'
import { SendToVerificationGate } from '../gates/SendToVerificationGate.tsx'
import { FormStep } from './FormStep.tsx'
import { keepDetails } from './keptDetail.ts'
import { RequestRoom } from './RequestRoom.tsx'

keepDetails()

type FillingProps = { number: number; Screen: ComponentType<RequestScreenProps> }

/** All screens of mode `verification`: one gate and one request around them, whichever is shown */
export function Filling({ number, Screen }: FillingProps) {
  return (
    <SendToVerificationGate>
      {(requestId) => (
        <RequestRoom requestId={requestId} number={number}>
          {(props) => (
            // a crash of one screen ends with the next
            <CrashBoundary key={number} place={`screen /step${number}`}>
              <Screen {...props} />
            </CrashBoundary>
          )}
        </RequestRoom>
      )}
    </SendToVerificationGate>
  )
}

/**
 * A screen of mode `verification` as it stands in the request's room. A step with answers gives only its fields and gets the frame
 * around them, unless its `Screen.tsx` says `export const whole = true`.
 */
export function framed(step: StepDefinition, Screen: ComponentType<object>, whole: boolean) {
  const Fields = Screen as ComponentType<FieldsProps>
  if (step.answers === undefined || whole) return Screen as ComponentType<RequestScreenProps>
  return (props: RequestScreenProps) => <FormStep step={step} Fields={Fields} {...props} />
}
