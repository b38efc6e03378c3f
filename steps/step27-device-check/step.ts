import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 27, title: 'Проверка камеры и связи', mode: 'verification', stage: 'capture' })
