import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 5, title: 'Ваша заявка', mode: 'verification' })
