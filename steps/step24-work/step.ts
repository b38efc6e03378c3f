import * as z from 'zod/mini'
import { formatDate } from '#contract/dates.ts'
import { choiceField, dateField, phoneField, textField } from '#contract/fields.ts'
import { formatPhone } from '#contract/identifiers.ts'
import type { Raw } from '#contract/step.ts'
import { defineStep } from '#contract/step.ts'

export const workKinds = {
  employed: 'Работаю по найму',
  selfEmployed: 'Самозанятость или ИП',
  retired: 'На пенсии',
  student: 'Учусь',
  none: 'Сейчас не работаю',
} as const

const employed = (raw: Raw) => raw.kind === 'employed'
const working = (raw: Raw) => raw.kind === 'employed' || raw.kind === 'selfEmployed'

export const step = defineStep({
  number: 24,
  title: 'Работа',
  mode: 'verification',
  stage: 'life',
  minutes: 0.7,
  answers: z.object({
    kind: choiceField(workKinds, 'Выберите, чем вы заняты'),
    employer: z.optional(textField({ max: 200, min: 2, required: 'Укажите, где вы работаете' })),
    position: z.optional(textField({ max: 100, min: 2, required: 'Укажите, кем вы работаете' })),
    workPhone: z.optional(phoneField('Укажите рабочий телефон')),
    since: z.optional(dateField({ empty: 'Укажите, с какого дня' })),
  }),
  labels: {
    kind: 'Чем вы заняты',
    employer: 'Работодатель',
    position: 'Должность или дело',
    workPhone: 'Мобильный телефон для связи по работе',
    since: 'С какого дня',
  },
  shown: {
    employer: employed,
    workPhone: (raw) => employed(raw) && Boolean(raw.workPhone),
    position: working,
    since: working,
  },
  check: (answers, context) =>
    answers.since && answers.since > context.today
      ? [{ field: 'since', message: 'Эта дата ещё не наступила: проверьте год' }]
      : [],
  summary: (answers) => [
    { label: 'Занятость', value: workKinds[answers.kind] },
    ...(answers.employer ? [{ label: 'Работодатель', value: answers.employer }] : []),
    ...(answers.position ? [{ label: 'Должность или дело', value: answers.position }] : []),
    ...(answers.workPhone ? [{ label: 'Телефон по работе', value: formatPhone(answers.workPhone) }] : []),
    ...(answers.since ? [{ label: 'С какого дня', value: formatDate(answers.since, 'numeric') }] : []),
  ],
  facts: (answers) => ({ workPhone: answers.workPhone }),
})
