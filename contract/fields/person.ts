import {
  normalizeCompanyInn,
  normalizeDepartmentCode,
  normalizeEmail,
  normalizeName,
  normalizePassportNumber,
  normalizePersonInn,
  normalizePhone,
  normalizePostalIndex,
  normalizeSnils,
} from '../identifiers.ts'
import { readBy, typedField } from './typedField.ts'

export type NameLabel = 'Фамилия' | 'Имя' | 'Отчество' | 'Прежняя фамилия'

const askFor: Readonly<Record<NameLabel, string>> = {
  Фамилия: 'Укажите фамилию',
  Имя: 'Укажите имя',
  Отчество: 'Укажите отчество или отметьте, что его нет',
  'Прежняя фамилия': 'Укажите прежнюю фамилию',
}

export function nameField(label: NameLabel) {
  const problem = `${label}: только русские буквы, как в паспорте; можно дефис, апостроф и пробел`
  return typedField({ empty: askFor[label], most: 120, read: readBy(normalizeName, problem) })
}

export function phoneField(empty = 'Укажите номер телефона') {
  return typedField({
    empty,
    most: 40,
    read: readBy(normalizePhone, 'Укажите российский мобильный номер: +7 и ещё десять цифр, первая — 9'),
  })
}

export function snilsField() {
  return typedField({
    empty: 'Укажите СНИЛС',
    most: 40,
    read: (typed) => {
      const value = normalizeSnils(typed)
      if (value) return { value }
      const digits = countDigits(typed)
      if (digits !== 11) return { problem: 'В СНИЛС одиннадцать цифр: проверьте, все ли на месте' }
      return { problem: 'Такого СНИЛС не бывает: проверьте цифры, одна из них могла смениться другой' }
    },
  })
}

export function innField() {
  return typedField({
    empty: 'Укажите ИНН',
    most: 40,
    read: (typed) => {
      const value = normalizePersonInn(typed)
      if (value) return { value }
      if (countDigits(typed) !== 12) return { problem: 'В ИНН человека двенадцать цифр: проверьте, все ли на месте' }
      return { problem: 'Такого ИНН не бывает: проверьте цифры, одна из них могла смениться другой' }
    },
  })
}

export function companyInnField() {
  return typedField({
    empty: 'Укажите ИНН организации',
    most: 40,
    read: readBy(normalizeCompanyInn, 'Проверьте ИНН организации: десять цифр, и последняя сходится с остальными'),
  })
}

export function passportNumberField() {
  return typedField({
    empty: 'Укажите серию и номер паспорта',
    most: 40,
    read: readBy(normalizePassportNumber, 'В серии четыре цифры и в номере шесть: всего десять, например 45 10 123456'),
  })
}

export function departmentCodeField() {
  return typedField({
    empty: 'Укажите код подразделения',
    most: 40,
    read: readBy(normalizeDepartmentCode, 'В коде подразделения шесть цифр, например 770-001'),
  })
}

export function postalIndexField() {
  return typedField({
    empty: 'Укажите почтовый индекс',
    most: 40,
    read: readBy(normalizePostalIndex, 'В почтовом индексе шесть цифр, первая от 1 до 6'),
  })
}

export function emailField() {
  return typedField({
    empty: 'Укажите электронную почту',
    most: 254,
    read: (typed) => {
      const value = normalizeEmail(typed)
      if (value) return { value }
      if (/[а-яё]/i.test(typed)) return { problem: 'В адресе есть русские буквы: переключите клавиатуру на латинские' }
      if (!typed.includes('@')) return { problem: 'В адресе почты нужен знак @, например anna@example.ru' }
      return { problem: 'Проверьте адрес почты: он выглядит так: anna@example.ru, без пробелов' }
    },
  })
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length
}
