import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  accepted: (_facts, services, answers) => services.takeEvidence(29, answers),
}
