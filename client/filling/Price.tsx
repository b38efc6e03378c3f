import type { FlowContext, Raw } from '#contract/step.ts'
import { AcceptedPrice } from '#ui/request/AcceptedPrice.tsx'
import { WishPrice } from '#ui/request/WishPrice.tsx'

const requestForm = 34

/** The price of what is being asked for, live on the request form, from its accepted answers everywhere else */
export function Price({ step, raw, context }: { step: number; raw: Raw; context: FlowContext }) {
  return step === requestForm ? <WishPrice raw={raw} context={context} /> : <AcceptedPrice context={context} />
}
