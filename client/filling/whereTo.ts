import { currentStep, openSteps, type StepState } from '#contract/flow.ts'
import type { LoanRequest } from '#contract/request.ts'
import { stateOf } from '#contract/status.ts'

const contractPage = 39

/**
 * Where a person belongs who opened `number`: null, the step is open; else the path of the step that is, or the desk.
 * Never an empty form of a closed step.
 */
export function whereTo(
  number: number,
  request: Pick<LoanRequest, 'type' | 'status' | 'verification'>,
  needed: readonly number[],
  known: readonly StepState[],
): string | null {
  if (request.type === 'prolongate') return number === contractPage ? null : `/step${contractPage}`
  const state = stateOf({ status: request.status, verification: request.verification ?? null })
  if (!state) return '/step3'
  if (openSteps(state, needed, known).includes(number)) return null
  const open = currentStep(state, needed, known)
  return open === null || open === number ? '/step3' : `/step${open}`
}
