import { photoAnswers, photoSummary } from '#contract/evidence.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 29,
  title: 'Паспорт: страница регистрации',
  mode: 'verification',
  stage: 'capture',
  minutes: 0.5,
  answers: photoAnswers,
  media: { answer: 'file', kind: 'photo', subject: 'document', life: 'photosStayGood', proves: [21] },
  labels: { file: 'Снимок' },
  summary: photoSummary,
})
