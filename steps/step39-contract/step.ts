import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 39, title: 'Подпишите договор', mode: 'verification' })
