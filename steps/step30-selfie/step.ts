import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 30, title: 'Фото с паспортом', mode: 'verification', stage: 'capture' })
