import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 37,
  title: 'Подпишите заявку',
  mode: 'verification',
  stage: 'finish',
  minutes: 0.5,
})
