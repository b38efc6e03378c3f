import * as z from 'zod/mini'
import { cameraTroubles } from '#contract/cameraTroubles.ts'
import { defineStep } from '#contract/step.ts'

const verdict = z.enum(['good', 'bad', 'unknown'])
const troubles: Readonly<Record<string, string>> = cameraTroubles
const words = { good: 'работает', bad: 'не работает', unknown: 'не проверено' } as const

export const step = defineStep({
  number: 27,
  title: 'Проверка камеры и связи',
  mode: 'verification',
  stage: 'capture',
  minutes: 0.3,
  answers: z.object({
    camera: verdict,
    microphone: verdict,
    recording: verdict,
    /** Kilobits a second to the server; none: not measured. */
    speed: z.optional(z.number().check(z.minimum(0), z.maximum(100_000_000))),
    trouble: z.optional(z.string().check(z.regex(/^\w{0,30}$/))),
  }),
  labels: { camera: 'Камера', microphone: 'Микрофон', recording: 'Запись видео', speed: 'Связь' },
  summary: (answers) => [
    { label: 'Камера', value: words[answers.camera] },
    { label: 'Микрофон', value: words[answers.microphone] },
    { label: 'Запись видео', value: words[answers.recording] },
    ...(answers.speed === undefined ? [] : [{ label: 'Связь', value: `${answers.speed} кбит/с` }]),
    ...(answers.trouble ? [{ label: 'Что мешало', value: troubles[answers.trouble] ?? answers.trouble }] : []),
  ],
})
