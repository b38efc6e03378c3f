import * as z from 'zod/mini'
import type { Destination } from '#contract/facts.ts'
import { accountField, accountMismatch, bikField, choiceField, phoneField, textField } from '#contract/fields.ts'
import { accountFitsBank, formatPhone, maskAccount } from '#contract/identifiers.ts'
import type { Raw } from '#contract/step.ts'
import { defineStep } from '#contract/step.ts'

export const ways = { sbp: 'На телефон через СБП', card: 'На карту', account: 'На счёт в банке' } as const

const noCard = 'Укажите карту на странице банка'

/** `token:1234`: the rail's token for a card, and its last four digits. A card's own number is no token: it never comes here. */
const cardField = z.string(noCard).check(
  z.regex(/^[\w.-]{8,200}:\d{4}$/, noCard),
  z.refine((card) => !/\d{12}/.test(card), 'Номер карты здесь не нужен: укажите карту на странице банка'),
)
const cardParts = (card = '') => ({ token: card.slice(0, -5), mask: `•• ${card.slice(-4)}` })

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
    card: z.optional(cardField),
  }),
  labels: {
    way: 'Куда перевести деньги',
    bankName: 'Банк',
    phone: 'Телефон, привязанный к банку',
    bik: 'БИК банка',
    account: 'Номер счёта',
    card: 'Карта',
  },
  shown: {
    bankName: by('sbp'),
    phone: by('sbp'),
    bik: by('account'),
    account: by('account'),
    card: by('card'),
  },
  check: (answers, { lender }) => {
    const { way, bik, account } = answers
    if (!lender.flow.payoutMethods.includes(way))
      return [{ field: 'way', message: 'Так перевести деньги сейчас нельзя: выберите другой способ' }]
    if (way === 'account' && bik && account && !accountFitsBank(bik, account)) {
      return [{ field: 'account', message: accountMismatch }]
    }
    return []
  },
  summary: ({ way, bankName, phone, bik, account, card }) => {
    if (way === 'card') return [{ label: 'Перевод', value: `на карту ${cardParts(card).mask}` }]
    if (way === 'sbp')
      return [
        { label: 'Перевод', value: 'через СБП' },
        { label: 'Банк', value: bankName ?? '' },
        { label: 'Телефон', value: phone ? formatPhone(phone) : '' },
      ]
    return [
      { label: 'Перевод', value: 'на счёт в банке' },
      { label: 'БИК', value: bik ?? '' },
      { label: 'Счёт', value: account ? maskAccount(account) : '' },
    ]
  },
  facts: (answers): { destination?: Destination } => {
    const { way, bankId, bankName, phone, bik, account, card } = answers
    if (way === 'sbp' && phone) {
      return { destination: { kind: 'sbp', bankId: bankId ?? '', bankName: bankName ?? '', phone } }
    }
    if (way === 'account' && bik && account) {
      return { destination: { kind: 'account', bik, account, bankName: bankName ?? '' } }
    }
    if (way === 'card' && card) return { destination: { kind: 'card', ...cardParts(card) } }
    return {}
  },
})
