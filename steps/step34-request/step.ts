import { requestForm } from '#contract/requestForm.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 34,
  title: 'Сколько и на какой срок',
  mode: 'verification',
  stage: 'request',
  minutes: 0.5,
  ...requestForm,
})
