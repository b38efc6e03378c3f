import { currentRequest } from '#contract/calls/requests.ts'
import { logFailedCall } from '#ui/shell/log.ts'
import { makeCall } from '../calls.ts'

/** The current request as the gate sees it; anything that went wrong is `error` (and was reported by the call) */
export type CurrentAnswer = {
  readonly status: 'correct' | 'error'
  readonly data: { readonly _id: string; readonly allowedFillRequest: boolean; readonly version?: number } | null
}

export async function readCurrent(): Promise<CurrentAnswer> {
  try {
    const answer = await makeCall(currentRequest, undefined)
    if (answer.status !== 'correct')
      logFailedCall(currentRequest.name, undefined, answer, new Error('current is not correct'))
    return answer
  } catch {
    return { status: 'error', data: null }
  }
}
