import { photoAnswers, photoSummary } from '#contract/evidence.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 30,
  title: 'Фото с паспортом',
  mode: 'verification',
  stage: 'capture',
  minutes: 0.5,
  answers: photoAnswers,
  media: { answer: 'file', kind: 'photo', subject: 'person', life: 'selfieStaysGood' },
  labels: { file: 'Снимок' },
  summary: photoSummary,
})
