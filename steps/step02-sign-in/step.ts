import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 2, title: 'Вход', mode: 'public' })
