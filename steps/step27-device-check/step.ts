import * as z from 'zod/mini'
import { cameraTroubles } from '#contract/cameraTroubles.ts'
import { defineStep } from '#contract/step.ts'

const verdict = z.enum(['good', 'bad', 'unknown'])
const troubles: Readonly<Record<string, string>> = cameraTroubles
const words = { good: 'работает', bad: 'не работает', unknown: 'не проверено' } as const

/** Kilobits a second as «850 кбит/с» or «11,9 Мбит/с» */
export function formatSpeed(speed: number): string {
  if (speed < 1000) return `${speed}\u00a0кбит/с`
  return `${String(Math.round(speed / 100) / 10).replace('.', ',')}\u00a0Мбит/с`
}

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
    ...(answers.speed === undefined ? [] : [{ label: 'Связь', value: formatSpeed(answers.speed) }]),
    ...(answers.trouble ? [{ label: 'Что мешало', value: troubles[answers.trouble] ?? answers.trouble }] : []),
  ],
})
