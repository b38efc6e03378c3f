import type { Call } from '#contract/call.ts'
import type { LoanRequest, RequestDetail } from '#contract/request.ts'
import { type Caller, createCaller } from '#ui/shell/calls.ts'
import { checkAuth } from './auth.ts'
import { learn, learnRequest } from './filling/detail.ts'

const send = createCaller(() => void checkAuth(), ['confirm_again'])

/** Acts whose answers are not here yet */
const acts = new Set<Promise<unknown>>()

/** Ends when no act is under way: what the live stream says of one before its answer is here, that answer says too */
export async function actsAnswered(): Promise<void> {
  while (acts.size > 0) await Promise.allSettled(acts)
}

/** Makes one call of the contract, and has the store take over what it tells of a request. Rejects with CallError; `code` is `network` where no answer came */
export const makeCall: Caller = (call, input, options) => {
  const sent = send(call, input, options)
  if (!call.tells) return sent
  const told = sent.then((answer) => {
    take(call, answer)
    return answer
  })
  const act = told.catch(() => undefined).finally(() => acts.delete(act))
  acts.add(act)
  return told
}

function take({ tells }: Call, answer: unknown): void {
  if (tells === 'detail') learn((answer as { detail: RequestDetail }).detail)
  else learnRequest(answer as LoanRequest)
}
