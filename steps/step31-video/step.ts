import { defineStep } from '#contract/step.ts'

export const step = defineStep({ number: 31, title: 'Видео с цифрами', mode: 'verification', stage: 'capture' })
