import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 36,
  title: 'Проверьте ответы',
  mode: 'verification',
  stage: 'finish',
  minutes: 1,
})
