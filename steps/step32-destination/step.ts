import * as z from 'zod/mini'
import type { Destination } from '#contract/facts.ts'
import { accountField, accountMismatch, bikField, choiceField, phoneField, textField } from '#contract/fields.ts'
import { accountFitsBank, formatPhone, maskAccount } from '#contract/identifiers.ts'
import type { Raw } from '#contract/step.ts'
import { defineStep } from '#contract/step.ts'

export const ways = { sbp: 'На телефон через СБП', account: 'На счёт в банке' } as const

const by = (way: keyof typeof ways) => (raw: Raw) => raw.way === way

export const step = defineStep({
  number: 32,
  title: 'Куда перевести деньги',
  mode: 'verification',
  stage: 'money',
  minutes: 0.5,
  answers: z.object({
    way: choiceField(ways, 'Выберите, куда перевести деньги'),
    bankName: z.optional(textField({ max: 100, min: 2, required: 'Выберите банк' })),
    bankId: z.optional(z.string().check(z.maxLength(20), z.regex(/^\d*$/, 'Выберите банк из списка'))),
    phone: z.optional(phoneField('Укажите телефон, привязанный к банку')),
    bik: z.optional(bikField()),
    account: z.optional(accountField()),
  }),
  labels: {
    way: 'Куда перевести деньги',
    bankName: 'Банк',
    phone: 'Телефон, привязанный к банку',
    bik: 'БИК банка',
    account: 'Номер счёта',
  },
  shown: { bankName: by('sbp'), phone: by('sbp'), bik: by('account'), account: by('account') },
  check: (answers) => {
    const { way, bik, account } = answers
    if (way === 'account' && bik && account && !accountFitsBank(bik, account)) {
      return [{ field: 'account', message: accountMismatch }]
    }
    return []
  },
  summary: (answers) =>
    answers.way === 'sbp'
      ? [
          { label: 'Перевод', value: 'через СБП' },
          { label: 'Банк', value: answers.bankName ?? '' },
          { label: 'Телефон', value: answers.phone ? formatPhone(answers.phone) : '' },
        ]
      : [
          { label: 'Перевод', value: 'на счёт в банке' },
          { label: 'БИК', value: answers.bik ?? '' },
          { label: 'Счёт', value: answers.account ? maskAccount(answers.account) : '' },
        ],
  facts: (answers): { destination?: Destination } => {
    const { way, bankId, bankName, phone, bik, account } = answers
    if (way === 'sbp' && phone) {
      return { destination: { kind: 'sbp', bankId: bankId ?? '', bankName: bankName ?? '', phone } }
    }
    if (way === 'account' && bik && account) {
      return { destination: { kind: 'account', bik, account, bankName: bankName ?? '' } }
    }
    return {}
  },
})
