import * as z from 'zod/mini'
import { moneyField } from '#contract/fields.ts'
import { addMoney, formatRoubles, kopecks } from '#contract/money.ts'
import { defineStep } from '#contract/step.ts'

const most = kopecks(10_000_000_00)
const sum = (empty: string) => moneyField({ empty, max: most })

export const step = defineStep({
  number: 25,
  title: 'Доход и долги',
  mode: 'verification',
  stage: 'life',
  minutes: 0.7,
  answers: z.object({
    official: sum('Укажите официальный доход за месяц; если его нет — 0'),
    other: sum('Укажите другой доход за месяц; если его нет — 0'),
    debts: sum('Укажите, сколько в месяц уходит на кредиты и займы; если нисколько — 0'),
    spending: sum('Укажите обязательные расходы за месяц; если их нет — 0'),
  }),
  labels: {
    official: 'Официальный доход в месяц',
    other: 'Другой доход в месяц',
    debts: 'Платежи по кредитам и займам в месяц',
    spending: 'Обязательные расходы в месяц',
  },
  check: (answers) =>
    answers.official + answers.other === 0
      ? [{ field: 'official', message: 'Без дохода заём не выдать: укажите официальный или другой доход' }]
      : [],
  warn: (answers) =>
    answers.debts * 2 > answers.official + answers.other
      ? [
          {
            field: 'debts',
            message:
              'На долги уходит больше половины дохода. С новым займом платить станет ещё труднее: подумайте, нет ли другого выхода',
          },
        ]
      : [],
  summary: (answers) => [
    { label: 'Официальный доход', value: `${formatRoubles(answers.official)} в месяц` },
    { label: 'Другой доход', value: `${formatRoubles(answers.other)} в месяц` },
    { label: 'Платежи по долгам', value: `${formatRoubles(answers.debts)} в месяц` },
    { label: 'Обязательные расходы', value: `${formatRoubles(answers.spending)} в месяц` },
  ],
  facts: (answers) => ({
    income: addMoney(answers.official, answers.other),
    officialIncome: answers.official,
    debtPayments: answers.debts,
    otherSpending: answers.spending,
  }),
})
