import * as z from 'zod/mini'
import { sources } from '#contract/evidence.ts'
import { fileAnswer } from '#contract/media.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 31,
  title: 'Видео с цифрами',
  mode: 'verification',
  stage: 'capture',
  minutes: 1,
  when: ({ lender }) => lender.flow.video,
  answers: z.object({
    file: fileAnswer('Запишите видео'),
    source: z.enum(['camera', 'file']),
    digits: z.string().check(z.regex(/^\d{6}$/, 'Запишите видео с цифрами')),
  }),
  media: { answer: 'file', kind: 'video', subject: 'person', life: 'selfieStaysGood' },
  labels: { file: 'Видео', digits: 'Цифры' },
  summary: ({ source, digits }) => [
    { label: 'Видео', value: sources[source] },
    { label: 'Цифры, которые читает человек', value: digits.replace(/(\d\d)(?=\d)/g, '$1 ') },
  ],
})
