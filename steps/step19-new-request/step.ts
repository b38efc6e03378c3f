import { requestForm } from '#contract/requestForm.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 19,
  title: 'Новая заявка',
  mode: 'auth',
  audience: 'anyone',
  stage: 'request',
  ...requestForm,
})
