import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 3, title: 'Рабочий стол', mode: 'auth' })
