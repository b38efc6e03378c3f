import { currentRequest } from '#contract/calls/requests.ts'
import { makeCall } from '../calls.ts'

/** The current request as the gate sees it; anything that went wrong is `error` (and was reported by the call) */
export type CurrentAnswer = {
  readonly status: 'correct' | 'error'
  readonly data: { readonly _id: string; readonly allowedFillRequest: boolean } | null
}

export async function readCurrent(): Promise<CurrentAnswer> {
  try {
    return await makeCall(currentRequest, undefined)
  } catch {
    return { status: 'error', data: null }
  }
}
