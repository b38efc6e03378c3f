import * as z from 'zod/mini'
import { choiceField, emailField, optionalField, phoneField } from '#contract/fields.ts'
import { formatPhone } from '#contract/identifiers.ts'
import type { Raw } from '#contract/step.ts'
import { defineStep } from '#contract/step.ts'

export const owners = {
  relative: 'Родственник',
  friend: 'Друг или знакомый',
  colleague: 'Коллега',
  own: 'Мой второй',
} as const

const hasPhone = (raw: Raw) => typeof raw.extraPhone === 'string' && raw.extraPhone.replace(/\D/g, '').length > 1

export const step = defineStep({
  number: 26,
  title: 'Как с вами связаться',
  mode: 'verification',
  stage: 'life',
  minutes: 0.5,
  answers: z.object({
    email: emailField(),
    extraPhone: optionalField(phoneField()),
    owner: z.optional(choiceField(owners, 'Выберите, чей это телефон')),
  }),
  labels: { email: 'Электронная почта', extraPhone: 'Ещё один телефон', owner: 'Чей это телефон' },
  shown: { extraPhone: hasPhone, owner: hasPhone },
  check: [
    ({ email }, { facts }) =>
      email === facts.confirmedEmail
        ? []
        : [{ field: 'email', message: 'Подтвердите почту: получите код и введите его' }],
    ({ extraPhone }, { facts }) =>
      extraPhone && extraPhone === facts.phone
        ? [{ field: 'extraPhone', message: 'Это ваш основной номер. Укажите другой или оставьте поле пустым' }]
        : [],
  ],
  summary: (answers) => [
    { label: 'Электронная почта', value: answers.email },
    ...(answers.extraPhone
      ? [
          {
            label: 'Ещё один телефон',
            value: `${formatPhone(answers.extraPhone)}${answers.owner ? `, ${owners[answers.owner].toLowerCase()}` : ''}`,
          },
        ]
      : []),
  ],
  facts: (answers) => ({ email: answers.email, extraPhone: answers.extraPhone || undefined }),
})
