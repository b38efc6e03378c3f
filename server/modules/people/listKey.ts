import { parseDate } from '#contract/dateReading.ts'
import type { Issue } from '#contract/errors.ts'
import { normalizePassportNumber, normalizePersonInn, normalizePhone, normalizeSnils } from '#contract/identifiers.ts'
import type { KeyKind } from '#contract/person/keys.ts'
import type { ListedBy } from '#contract/person/lists.ts'
import { listForms } from '#contract/person/sounding.ts'
import { fail } from '#server/platform/failure.ts'

const wrong = (field: string, message: string): never => {
  const issues: Issue[] = [{ field, message }]
  throw fail('invalid_answers', { issues })
}

const numbers = {
  passport: [normalizePassportNumber, 'Серия и номер паспорта: десять цифр'],
  snils: [normalizeSnils, 'СНИЛС не сходится: проверьте цифры'],
  inn: [normalizePersonInn, 'ИНН человека: двенадцать цифр, проверьте их'],
  phone: [normalizePhone, 'Мобильный телефон: десять цифр после +7'],
} as const

/** The key of an entry as it is compared. Throws `invalid_answers` naming the field. */
export function listKey(given: { by: ListedBy; value: string; birthDate?: string | undefined }): {
  kind: KeyKind
  value: string
} {
  if (given.by !== 'name') {
    const [normalize, message] = numbers[given.by]
    const number = normalize(given.value)
    return number ? { kind: given.by, value: number.replace(/\D/g, '') } : wrong('value', message)
  }
  const birthDate = parseDate(given.birthDate ?? '')
  if (!birthDate) return wrong('birthDate', 'Укажите дату рождения')
  const [form] = listForms(given.value, birthDate)
  return form ? { kind: form[0], value: form[1] } : wrong('value', 'Укажите фамилию и имя')
}
