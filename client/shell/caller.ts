import type { Call, CallAnswer, CallInput } from '#contract/call.ts'
import type { CallOptions } from '#ui/services.ts'

/** Makes one call of the contract. The start makes none, so what it takes comes with the screens after it */
export async function call<C extends Call>(
  asked: C,
  input: CallInput<C>,
  options?: CallOptions,
): Promise<CallAnswer<C>> {
  const { makeCall } = await import('../calls.ts')
  return makeCall(asked, input, options)
}
