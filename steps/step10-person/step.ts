import * as z from 'zod/mini'
import { addYears, ageOn, formatDate, type IsoDate } from '#contract/dates.ts'
import {
  choiceField,
  dateField,
  innField,
  nameField,
  optionalField,
  optionalTickField,
  snilsField,
} from '#contract/fields.ts'
import { formatSnils } from '#contract/identifiers.ts'
import { sexes } from '#contract/person/sexes.ts'
import { defineStep } from '#contract/step.ts'

function ageProblem(birthDate: IsoDate, today: IsoDate): string | null {
  if (birthDate > today) return 'Эта дата ещё не наступила: проверьте год'
  const age = ageOn(birthDate, today)
  if (age < 18) return `Займы выдаём с 18 лет: вы сможете подать заявку с ${formatDate(addYears(birthDate, 18))}`
  return age > 110 ? 'Проверьте год рождения' : null
}

export const step = defineStep({
  number: 10,
  title: 'О вас',
  mode: 'verification',
  stage: 'person',
  minutes: 1,
  answers: z.object({
    surname: nameField('Фамилия'),
    name: nameField('Имя'),
    noPatronymic: optionalTickField(),
    patronymic: z.optional(nameField('Отчество')),
    surnameChanged: optionalTickField(),
    formerSurname: z.optional(nameField('Прежняя фамилия')),
    birthDate: dateField({ empty: 'Укажите дату рождения' }),
    sex: choiceField(sexes, 'Укажите пол, как в паспорте'),
    inn: optionalField(innField()),
    snils: optionalField(snilsField()),
  }),
  labels: {
    surname: 'Фамилия',
    name: 'Имя',
    patronymic: 'Отчество',
    noPatronymic: 'В паспорте нет отчества',
    formerSurname: 'Прежняя фамилия',
    surnameChanged: 'Фамилия менялась',
    birthDate: 'Дата рождения',
    sex: 'Пол',
    inn: 'ИНН',
    snils: 'СНИЛС',
  },
  shown: {
    patronymic: (raw) => raw.noPatronymic !== true,
    formerSurname: (raw) => raw.surnameChanged === true,
  },
  check: [
    ({ birthDate }, context) => {
      const message = ageProblem(birthDate, context.today as IsoDate)
      return message ? [{ field: 'birthDate', message }] : []
    },
    ({ inn, snils }) =>
      inn || snils ? [] : [{ field: 'inn', message: 'Укажите ИНН или СНИЛС: достаточно одного из двух' }],
  ],
  summary: (answers) => [
    {
      label: 'Фамилия, имя, отчество',
      value: [answers.surname, answers.name, answers.patronymic].filter(Boolean).join(' '),
      of: 'name',
    },
    ...(answers.formerSurname ? [{ label: 'Прежняя фамилия', value: answers.formerSurname }] : []),
    { label: 'Дата рождения', value: formatDate(answers.birthDate, 'numeric'), of: 'birthDate' },
    { label: 'Пол', value: sexes[answers.sex], of: 'sex' },
    ...(answers.inn ? [{ label: 'ИНН', value: answers.inn, of: 'inn' } as const] : []),
    ...(answers.snils ? [{ label: 'СНИЛС', value: formatSnils(answers.snils), of: 'snils' } as const] : []),
  ],
  facts: (answers) => ({
    surname: answers.surname,
    name: answers.name,
    patronymic: answers.patronymic,
    birthDate: answers.birthDate,
    inn: answers.inn ?? undefined,
    snils: answers.snils ?? undefined,
  }),
})
