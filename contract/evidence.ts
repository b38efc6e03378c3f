import * as z from 'zod/mini'
import { fileAnswer } from './media.ts'
import type { SummaryRow } from './step.ts'

const measure = z.optional(z.number())

/** Answers of a step that asks for a photo: the upload, where it came from, what was measured. */
export const photoAnswers = z.object({
  file: fileAnswer('Сделайте снимок'),
  source: z.enum(['camera', 'file']),
  light: measure,
  glare: measure,
  sharpness: measure,
  problem: z.optional(z.enum(['black', 'dark', 'bright', 'glare', 'still', 'blurred'])),
})

const problems = {
  black: 'чёрный кадр',
  dark: 'темно',
  bright: 'слишком ярко',
  glare: 'блик',
  still: 'движение',
  blurred: 'размыто',
} as const

export const sources = { camera: 'снято камерой', file: 'выбрано из файлов' } as const

/** «снято камерой; замечено: блик». */
export function photoSummary({ source, problem }: z.output<typeof photoAnswers>): readonly SummaryRow[] {
  const noticed = problem ? `; замечено: ${problems[problem]}` : ''
  return [{ label: 'Снимок', value: `${sources[source]}${noticed}` }]
}
