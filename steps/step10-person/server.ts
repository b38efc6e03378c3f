import type { StepEffects } from '#contract/effects.ts'
import { personName } from '#contract/facts.ts'

export const effects: StepEffects = {
  async accepted(facts, services) {
    await services.learn({ name: personName(facts) })
    await services.identify(facts)
  },
}
