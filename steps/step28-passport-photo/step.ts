import { photoAnswers, photoSummary } from '#contract/evidence.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 28,
  title: 'Паспорт: разворот с фото',
  mode: 'verification',
  stage: 'capture',
  minutes: 0.5,
  answers: photoAnswers,
  media: {
    answer: 'file',
    kind: 'photo',
    subject: 'document',
    life: 'photosStayGood',
    proves: [9, 10],
    machine: 'passport',
  },
  labels: { file: 'Снимок' },
  summary: photoSummary,
})
