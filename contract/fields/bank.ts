import { isPersonalAccount, normalizeAccount, normalizeBik } from '../identifiers.ts'
import { readBy, typedField } from './typedField.ts'

export function bikField() {
  return typedField({
    empty: 'Укажите БИК банка',
    most: 40,
    read: readBy(normalizeBik, 'В БИК девять цифр, первые две — 04. Он есть в реквизитах счёта в приложении банка'),
  })
}

/** A person's own account in roubles. Whether it fits the bank: `accountFitsBank`, with `accountMismatch` to say. */
export function accountField() {
  return typedField({
    empty: 'Укажите номер счёта',
    most: 60,
    read: (typed) => {
      const value = normalizeAccount(typed)
      if (!value) return { problem: 'В номере счёта двадцать цифр: проверьте, все ли на месте. Это не номер карты' }
      if (isPersonalAccount(value)) return { value }
      return { problem: 'Нужен ваш личный счёт в рублях: он начинается с 40817, 40820 или 423, дальше 810' }
    },
  })
}

export const accountMismatch = 'Счёт и БИК не подходят друг к другу: проверьте цифры в обоих'
