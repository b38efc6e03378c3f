import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 18, title: 'Регистрация', mode: 'public' })
