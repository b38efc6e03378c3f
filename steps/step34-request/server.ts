import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  issues: (facts, services) => services.promoIssues(facts),
  accepted: async (facts, services) => {
    const { product, amount, term } = facts
    if (product && amount && term) await services.showTerms({ product, amount, term })
    await services.holdPromo(facts)
  },
}
