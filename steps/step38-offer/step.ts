import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 38, title: 'Ваши условия', mode: 'verification' })
