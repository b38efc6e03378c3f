import type { CurrentAnswer } from './currentRequest.ts'

export type GateVerdict =
  | { readonly act: 'wait' }
  | { readonly act: 'stay' }
  | { readonly act: 'desk' }
  | { readonly act: 'store'; readonly id: string }

/**
 * What the gate does with the current request; `stored` is the id of the first load.
 * Result status other than `correct`: nothing. No request, or filling not allowed: the desk. First load: the id is
 * stored. Another id later: the desk.
 */
export function judge(answer: CurrentAnswer, stored: string | null): GateVerdict {
  if (answer.status !== 'correct') return { act: 'wait' }
  if (!answer.data?.allowedFillRequest) return { act: 'desk' }
  if (stored === null) return { act: 'store', id: answer.data._id }
  return answer.data._id === stored ? { act: 'stay' } : { act: 'desk' }
}
