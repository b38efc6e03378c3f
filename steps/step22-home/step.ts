import * as z from 'zod/mini'
import { addressLabels, addressShape, cityElsewhere, formatAddress } from '#contract/address.ts'
import { choiceField } from '#contract/fields.ts'
import type { Raw } from '#contract/step.ts'
import { defineStep } from '#contract/step.ts'

export const places = { same: 'Там же, где регистрация', other: 'По другому адресу' } as const

const elsewhere = (raw: Raw) => raw.place === 'other'
/** May be left empty; counts only together with the address it belongs to. */
const written = (part: 'street' | 'flat' | 'index') => (raw: Raw) => elsewhere(raw) && Boolean(raw[part])
const { region, city, street, house, flat, index } = addressShape

export const step = defineStep({
  number: 22,
  title: 'Где вы живёте',
  mode: 'verification',
  stage: 'life',
  minutes: 0.3,
  answers: z.object({
    place: choiceField(places, 'Выберите, где вы живёте'),
    region: z.optional(region),
    city: z.optional(city),
    street: z.optional(street),
    house: z.optional(house),
    flat: z.optional(flat),
    index: z.optional(index),
  }),
  labels: { place: 'Где вы живёте', ...addressLabels },
  shown: {
    region: elsewhere,
    city: elsewhere,
    house: elsewhere,
    street: written('street'),
    flat: written('flat'),
    index: written('index'),
  },
  warn: (answers) => (answers.place === 'other' ? cityElsewhere(answers) : []),
  summary: (answers) => [
    { label: 'Домашний адрес', value: answers.place === 'same' ? places.same : formatAddress(answers) },
  ],
  facts: (answers) => ({ homeAddress: answers.place === 'same' ? undefined : formatAddress(answers) }),
})
