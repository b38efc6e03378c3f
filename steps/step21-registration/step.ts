import * as z from 'zod/mini'
import { addressLabels, addressShape, cityElsewhere, formatAddress } from '#contract/address.ts'
import { formatDate } from '#contract/dates.ts'
import { dateField } from '#contract/fields.ts'
import { defineStep } from '#contract/step.ts'

export const step = defineStep({
  number: 21,
  title: 'Адрес регистрации',
  mode: 'verification',
  stage: 'life',
  minutes: 1,
  answers: z.object({ ...addressShape, since: dateField({ empty: 'Укажите дату регистрации: она в штампе' }) }),
  labels: { ...addressLabels, since: 'Зарегистрированы с' },
  check: ({ since }, { today, facts }) => {
    if (since > today) return [{ field: 'since', message: 'Эта дата ещё не наступила: проверьте год' }]
    if (facts.birthDate && since < facts.birthDate)
      return [{ field: 'since', message: 'Эта дата раньше вашего рождения: проверьте год' }]
    return []
  },
  warn: (answers) => cityElsewhere(answers),
  summary: (answers) => [
    { label: 'Адрес', value: formatAddress(answers) },
    { label: 'Зарегистрированы с', value: formatDate(answers.since, 'numeric') },
  ],
  facts: (answers) => ({ region: answers.region, registrationAddress: formatAddress(answers) }),
})
