import type { ProlongationRefusal } from '#contract/calculation.ts'

/** Why a loan cannot be prolonged, and what can be done instead. */
export const refusalWords: Readonly<Record<ProlongationRefusal | 'product', string>> = {
  product: 'Этот заём не продлевается. Его можно вернуть досрочно в любой день.',
  instalments: 'Заём с графиком платежей не продлевается. Если платить трудно, напишите нам: подберём решение.',
  notStarted: 'Продлить можно, когда деньги уже пришли.',
  closed: 'Заём закрыт, продлевать нечего.',
  holiday: 'Пока идут каникулы, платить и продлевать не нужно.',
  limitReached:
    'За год этот заём уже продлён столько раз, сколько разрешают правила. Если платить трудно, напишите нам.',
}
