import type { State } from './life.ts'
import type { FlowContext, StepDefinition } from './step.ts'

/** What is known of one step of one request. */
export interface StepState {
  readonly number: number
  readonly accepted: boolean
  /** The reviewer sent this step back on the last return; it stays so until the request is sent again. */
  readonly returned: boolean
}

/** Steps that are always there around the filling: task list, check, signing. */
export const taskList = 5
export const checkPage = 36
export const signPage = 37
export const offerPage = 38
export const contractPage = 39
export const destinationStep = 32
/** The photo of the passport may be taken before its turn: what is read of it fills earlier steps. */
export const passportPhotoStep = 28

/** The filling steps this request needs, in order. The one list behind progress, task list, next, back, check page, server and office. */
export function neededSteps(flow: readonly StepDefinition[], context: FlowContext): readonly StepDefinition[] {
  return flow.filter((step) => step.when(context))
}

/** The steps a person may open now. In New every needed step up to the first unfinished one is open, and those already filled. */
export function openSteps(state: State, needed: readonly number[], known: readonly StepState[]): readonly number[] {
  const done = (number: number) => known.some((s) => s.number === number && s.accepted)
  const missing = needed.filter((number) => !done(number))
  const early = (number: number) => number === passportPhotoStep && done(needed[0] ?? number)
  const finish = missing.length === 0 ? [checkPage, signPage] : []
  switch (state) {
    case 'New':
      return [taskList, ...needed.filter((number) => done(number) || number === missing[0] || early(number)), ...finish]
    case 'RollbackVerification': {
      const returned = needed.filter((number) => known.some((s) => s.number === number && s.returned) || !done(number))
      return [taskList, ...returned, ...finish]
    }
    case 'Approved':
      return [offerPage, contractPage, destinationStep]
    case 'Cooldown':
      return [offerPage, destinationStep]
    case 'Payout':
      return [destinationStep]
    default:
      return []
  }
}

/** Where a person who opens nothing in particular, or a closed step, belongs. Null: on the desk. */
export function currentStep(state: State, needed: readonly number[], known: readonly StepState[]): number | null {
  const firstMissing = needed.find((number) => !known.some((s) => s.number === number && s.accepted))
  switch (state) {
    case 'New':
      return firstMissing ?? checkPage
    case 'RollbackVerification':
      return firstMissing ?? checkPage
    case 'Approved':
    case 'Cooldown':
      return offerPage
    case 'Payout':
      return destinationStep
    default:
      return null
  }
}

/** The step after `number`, the check page after the last, with steps already done skipped when filling for the first time; after a photo taken early, the first that is open. */
export function nextStep(number: number, needed: readonly number[], known: readonly StepState[]): number {
  const after = number === passportPhotoStep ? [] : needed.slice(needed.indexOf(number) + 1)
  const open = [...after, ...needed].find((n) => n !== number && !known.some((s) => s.number === n && s.accepted))
  return open ?? checkPage
}
