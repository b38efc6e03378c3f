import * as z from 'zod/mini'
import { optionalTickField, tickField } from '#contract/fields.ts'
import { defineStep } from '#contract/step.ts'

/** Each consent is a document of its own with a tick of its own; the ids are those of the published documents. */
export const consents = {
  processing: { label: 'Согласен на обработку персональных данных для рассмотрения заявки', required: true },
  bureau: { label: 'Согласен на запрос моей кредитной истории', required: true },
  advertising: { label: 'Согласен получать предложения и новости', required: false },
  geolocation: { label: 'Согласен передавать примерное местоположение, чтобы защитить от мошенников', required: false },
  thirdParties: { label: 'Согласен на передачу данных партнёрам для проверки сведений', required: false },
} as const
export type ConsentId = keyof typeof consents

const must = (what: string) => tickField(`Без согласия ${what} заявку не рассмотреть`)

export const step = defineStep({
  number: 33,
  title: 'Согласия',
  mode: 'verification',
  stage: 'money',
  minutes: 0.5,
  answers: z.object({
    processing: must('на обработку данных'),
    bureau: must('на запрос кредитной истории'),
    advertising: optionalTickField(),
    geolocation: optionalTickField(),
    thirdParties: optionalTickField(),
  }),
  labels: {
    processing: 'Обработка персональных данных',
    bureau: 'Запрос кредитной истории',
    advertising: 'Предложения и новости',
    geolocation: 'Местоположение',
    thirdParties: 'Передача партнёрам',
  },
  facts: (answers) => ({ consents: (Object.keys(consents) as ConsentId[]).filter((id) => answers[id]) }),
  // A consent is given anew for each request: never carried over.
  prefill: () => null,
})
