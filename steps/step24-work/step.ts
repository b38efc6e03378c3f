import * as z from 'zod/mini'
import { choiceField, phoneField, textField } from '#contract/fields.ts'
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

/** How long at this work: a range is what a person knows and what a decision reads */
export const times = {
  months: 'Меньше трёх месяцев',
  year: 'От трёх месяцев до года',
  years: 'От года до трёх лет',
  long: 'Больше трёх лет',
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
    since: z.optional(choiceField(times, 'Выберите, как давно вы там работаете')),
  }),
  labels: {
    kind: 'Чем вы заняты',
    employer: 'Работодатель',
    position: 'Должность или дело',
    workPhone: 'Мобильный телефон для связи по работе',
    since: 'Как давно',
  },
  shown: {
    employer: employed,
    workPhone: (raw) => employed(raw) && Boolean(raw.workPhone),
    position: working,
    since: working,
  },
  summary: (answers) => [
    { label: 'Занятость', value: workKinds[answers.kind] },
    ...(answers.employer ? [{ label: 'Работодатель', value: answers.employer }] : []),
    ...(answers.position ? [{ label: 'Должность или дело', value: answers.position }] : []),
    ...(answers.workPhone ? [{ label: 'Телефон по работе', value: formatPhone(answers.workPhone) }] : []),
    ...(answers.since ? [{ label: 'Как давно', value: times[answers.since] }] : []),
  ],
  facts: (answers) => ({ workPhone: answers.workPhone }),
})
