import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  accepted: async ({ email }, services) => {
    if (email) await services.learn({ email })
  },
}
