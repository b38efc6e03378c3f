import * as z from 'zod/mini'
import { sources } from '#contract/evidence.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 31,
  title: 'Видео с цифрами',
  mode: 'verification',
  stage: 'capture',
  minutes: 1,
  when: ({ lender }) => lender.flow.video,
  answers: z.object({
    file: z.string('Запишите видео').check(z.regex(/^[0-9a-f-]{36}$/, 'Запишите видео')),
    source: z.enum(['camera', 'file']),
    digits: z.string().check(z.regex(/^\d{6}$/, 'Запишите видео с цифрами')),
  }),
  labels: { file: 'Видео', digits: 'Цифры' },
  summary: ({ source, digits }) => [
    { label: 'Видео', value: sources[source] },
    { label: 'Цифры, которые читает человек', value: digits.replace(/(\d\d)(?=\d)/g, '$1 ') },
  ],
})
