import * as z from 'zod/mini'
import { choiceField, countField } from '#contract/fields.ts'
import { defineStep } from '#contract/step.ts'

export const maritalStatuses = {
  single: 'Не в браке',
  married: 'В браке',
  divorced: 'В разводе',
  widowed: 'Вдова или вдовец',
} as const

export const step = defineStep({
  number: 23,
  title: 'Семья',
  mode: 'verification',
  stage: 'life',
  minutes: 0.3,
  answers: z.object({
    marital: choiceField(maritalStatuses, 'Выберите семейное положение'),
    dependants: countField({ min: 0, max: 20, empty: 'Укажите, сколько человек на вашем содержании; если никого — 0' }),
  }),
  labels: { marital: 'Семейное положение', dependants: 'Сколько человек на вашем содержании' },
  summary: (answers) => [
    { label: 'Семейное положение', value: maritalStatuses[answers.marital] },
    { label: 'На содержании', value: String(answers.dependants) },
  ],
})
