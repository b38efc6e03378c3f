import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 28,
  title: 'Паспорт: разворот с фото',
  mode: 'verification',
  stage: 'capture',
})
