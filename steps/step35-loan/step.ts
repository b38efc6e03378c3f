import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 35, title: 'Мой заём', mode: 'auth' })
