import type { StepEffects } from '#contract/effects.ts'

export const effects: StepEffects = {
  accepted: async ({ consents = [] }, services) => services.giveConsents(consents),
}
