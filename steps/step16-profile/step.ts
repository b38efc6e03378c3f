import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 16, title: 'Профиль', mode: 'auth' })
