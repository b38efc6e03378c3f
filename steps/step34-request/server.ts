import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  accepted: async ({ product, amount, term }, services) => {
    if (product && amount && term) await services.showTerms({ product, amount, term })
  },
}
