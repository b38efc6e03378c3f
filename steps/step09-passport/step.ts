import * as z from 'zod/mini'
import { formatDate, type IsoDate } from '#contract/dates.ts'
import { dateField, departmentCodeField, passportNumberField, textField } from '#contract/fields.ts'
import {
  formatPassportNumber,
  type PassportImpossible,
  type PassportState,
  type PassportWarning,
  passportState,
  passportWarnings,
} from '#contract/identifiers.ts'
import { defineStep } from '#contract/step.ts'

const impossible: Readonly<Record<PassportImpossible, string>> = {
  issuedBefore14: 'Паспорт выдают с 14 лет: проверьте дату выдачи и дату рождения',
  issuedBefore1997: 'Таких паспортов до 1 октября 1997 года не было: проверьте дату',
  issuedInFuture: 'Эта дата ещё не наступила: проверьте год',
}

const oddities: Readonly<Record<PassportWarning, { field: string; message: string }>> = {
  region: { field: 'number', message: 'Первые две цифры серии не похожи на код региона: сверьте с паспортом' },
  year: { field: 'number', message: 'Третья и четвёртая цифры серии не сходятся с годом выдачи: сверьте с паспортом' },
}

function problem(state: PassportState): string | null {
  if (state.state === 'impossible') return impossible[state.reason]
  if (state.state !== 'expired') return null
  return `Этот паспорт действовал до ${formatDate(state.until)}: его пора было заменить. Проверьте дату или возьмите новый паспорт`
}

export const step = defineStep({
  number: 9,
  title: 'Паспорт',
  mode: 'verification',
  stage: 'person',
  minutes: 1,
  answers: z.object({
    number: passportNumberField(),
    issuedOn: dateField({ empty: 'Укажите дату выдачи' }),
    departmentCode: departmentCodeField(),
    issuedBy: textField({ max: 250, min: 3, required: 'Укажите, кем выдан паспорт' }),
    birthPlace: textField({ max: 250, min: 2, required: 'Укажите место рождения, как в паспорте' }),
  }),
  labels: {
    number: 'Серия и номер',
    issuedOn: 'Дата выдачи',
    departmentCode: 'Код подразделения',
    issuedBy: 'Кем выдан',
    birthPlace: 'Место рождения',
  },
  check: (answers, context) => {
    const birthDate = context.facts.birthDate as IsoDate | undefined
    if (!birthDate) return []
    const message = problem(passportState(birthDate, answers.issuedOn, context.today as IsoDate))
    return message ? [{ field: 'issuedOn', message }] : []
  },
  warn: (answers, context) => {
    const birthDate = context.facts.birthDate as IsoDate | undefined
    const state = birthDate ? passportState(birthDate, answers.issuedOn, context.today as IsoDate) : null
    const grace =
      state?.state === 'grace'
        ? [{ field: 'issuedOn', message: `Паспорт пора заменить: он действует до ${formatDate(state.until)}` }]
        : []
    return [...grace, ...passportWarnings(answers.number, answers.issuedOn).map((warning) => oddities[warning])]
  },
  summary: (answers) => [
    { label: 'Серия и номер', value: formatPassportNumber(answers.number), of: 'passportNumber' },
    { label: 'Дата выдачи', value: formatDate(answers.issuedOn, 'numeric'), of: 'passportIssuedOn' },
    { label: 'Код подразделения', value: answers.departmentCode, of: 'departmentCode' },
    { label: 'Кем выдан', value: answers.issuedBy },
    { label: 'Место рождения', value: answers.birthPlace },
  ],
  facts: (answers) => ({
    passportNumber: answers.number,
    passportIssuedOn: answers.issuedOn,
    passportIssuedBy: answers.issuedBy,
  }),
})
