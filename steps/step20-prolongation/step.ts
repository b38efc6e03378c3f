import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 20, title: 'Продлить заём', mode: 'auth' })
