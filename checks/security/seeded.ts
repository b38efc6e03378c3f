/** Personal values of one invented borrower, each found nowhere else: whatever keeps one of them in plain is seen. */
export const seededPerson = {
  phone: '9117654309',
  surname: 'Зюзюкинская',
  name: 'Ардальонида',
  patronymic: 'Кукушкиновна',
  birthDate: '17.09.1983',
  birthPlace: 'г. Верхнекукуевск',
  snils: '11223344595',
  passport: '4510235857',
  issuedOn: '23.11.2009',
  issuedBy: 'УВД ВЕРХНЕКУКУЕВСКОГО РАЙОНА',
  region: 'Москва',
  city: 'Нижнефиалковск',
  street: 'Крупноягодная',
  house: '713Ж',
  flat: '9317',
  since: '29.08.2011',
  employer: 'ООО Кренделькомбинат',
  position: 'старший крендельмейстер',
  official: '87931',
  spending: '21739',
  email: 'ardalionida.zyu@example.ru',
  comment: 'сверьте с крендельной справкой',
} as const

/** As they may be written: with spaces and marks, as numbers, as dates of the database, as another alphabet of escapes. */
export function spellings(): readonly { readonly what: string; readonly text: string }[] {
  const person = seededPerson
  const dates = [person.birthDate, person.issuedOn, person.since].map((date) => date.split('.').reverse().join('-'))
  const words = [
    person.phone,
    '911 765-43-09',
    '(911) 765-43-09',
    person.surname,
    person.name,
    person.patronymic,
    person.birthDate,
    person.issuedOn,
    person.since,
    ...dates,
    'Верхнекукуевск',
    'ВЕРХНЕКУКУЕВСК',
    '112-233-445 95',
    person.snils,
    '45 10 235857',
    '4510 235857',
    person.passport,
    person.city,
    person.street,
    person.house,
    'Кренделькомбинат',
    'крендельмейстер',
    'крендельной',
    '87 931',
    '8793100',
    person.email,
    'ardalionida',
  ]
  const escaped = (text: string) =>
    text.replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return words.flatMap((text) => {
    const odd = /[^\0-\x7f]/.test(text)
    return [
      { what: text, text },
      ...(odd ? [{ what: `${text} (escaped)`, text: escaped(text) }] : []),
      ...(odd ? [{ what: `${text} (in an address)`, text: encodeURIComponent(text) }] : []),
      { what: `${text} (base64)`, text: Buffer.from(text).toString('base64').replace(/=+$/, '').slice(0, -1) },
      { what: `${text} (hex)`, text: Buffer.from(text).toString('hex') },
    ]
  })
}
