import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 29,
  title: 'Паспорт: страница регистрации',
  mode: 'verification',
  stage: 'capture',
})
