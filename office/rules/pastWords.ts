import type { VersionKind } from '#contract/versions/kinds.ts'

const decisions = {
  before: 'Решили тогда',
  many: 'Решений',
  counted: ['решение', 'решения', 'решений'],
  changed: 'Изменённые решения',
  by: 'Какое правило решает теперь',
  changedBy: 'Изменило решений',
  caption: 'Какие правила',
} as const

/** What a draft is tried on, in words */
export const pastWords = {
  decision: decisions,
  tariffs: {
    before: 'Предложили тогда',
    many: 'Предложений',
    counted: ['предложение', 'предложения', 'предложений'],
    changed: 'Изменённые предложения',
    by: 'Продукт',
    changedBy: 'Изменилось предложений',
    caption: 'Какие продукты',
  },
  calendar: decisions,
  texts: decisions,
} as const satisfies Record<VersionKind, object>
