import type { ComponentType } from 'react'
import type { StepDefinition } from '#contract/step.ts'
import type { FieldsProps, RequestScreenProps } from '#ui/services.ts'
import { SendToVerificationGate } from '../gates/SendToVerificationGate.tsx'
import { FormStep } from './FormStep.tsx'
import { keepDetails } from './keptDetail.ts'
import { RequestRoom } from './RequestRoom.tsx'

keepDetails()

/**
 * A screen of mode `verification` behind its gate. A step with answers gives only its fields and gets the frame around
 * them, unless its `Screen.tsx` says `export const whole = true`.
 */
export function withRequest(step: StepDefinition, Screen: ComponentType<object>, whole: boolean): ComponentType {
  const Fields = Screen as ComponentType<FieldsProps>
  const Whole = Screen as ComponentType<RequestScreenProps>
  const framed = step.answers !== undefined && !whole

  function Room({ requestId }: { requestId: string }) {
    return (
      <RequestRoom requestId={requestId} number={step.number}>
        {(props) => (framed ? <FormStep step={step} Fields={Fields} {...props} /> : <Whole {...props} />)}
      </RequestRoom>
    )
  }
  return function RequestScreen() {
    return <SendToVerificationGate Screen={Room} />
  }
}
