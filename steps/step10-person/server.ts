import type { StepEffects } from '#contract/effects.ts'
import { personName } from '#contract/facts.ts'

export const effects: StepEffects = {
  accepted: async (facts, services) => services.learn({ name: personName(facts) }),
}
