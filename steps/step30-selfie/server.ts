import { evidenceEffects } from '#contract/effects.ts'

export const effects = evidenceEffects(30, 'selfieStaysGood')
