import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  accepted: async (facts, services) => services.identify(facts),
}
