import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listForms, sounding } from './sounding.ts'

/** Names as passports, banks and lists have written them since the nineties. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  'Щукин Юрий Яковлевич': ['Shchukin Yuriy Yakovlevich', 'SHCHUKIN IURII IAKOVLEVICH', 'Schukin Yury Yakovlevich'],
  'Хрущёв Алексей Ильич': ['Khrushchev Aleksey Ilich', 'KHRUSHCHEV ALEKSEI ILICH', 'Hruschev Aleksej Il’ich'],
  'Цветаева Наталья Евгеньевна': [
    'Tsvetaeva Natalya Evgenevna',
    'TCVETAEVA NATALIA EVGENEVNA',
    'Cvetaeva Nataliya Evgenyevna',
  ],
  'Жуковский Фёдор Семёнович': [
    'Zhukovskiy Fedor Semenovich',
    'ZHUKOVSKII FEDOR SEMENOVICH',
    'Zhukovsky Fyedor Semyenovich',
  ],
  'Соловьёва-Пробная Мария Юльевна': ['Soloveva Probnaya Mariya Yulevna', 'SOLOVEVA-PROBNAIA MARIIA IULEVNA'],
}

test('each usual spelling of a name is the name', () => {
  for (const [name, others] of Object.entries(spellings))
    for (const other of others) assert.equal(sounding(other), sounding(name), `${other} is ${name}`)
})

test('other names are other names', () => {
  const different = [
    'Иванов Иван',
    'Иванова Анна',
    'Ивашов Иван',
    'Шукин Иван',
    'Щукин Иван',
    'Чукин Иван',
    'Жуков Иван',
    'Зуков Иван',
  ]
  assert.equal(new Set(different.map(sounding)).size, different.length)
})

test('forms for lists: by the day of birth, else by three words', () => {
  assert.deepEqual(
    listForms('Иванов Иван Иванович', '1990-05-17').map(([kind]) => kind),
    ['shortName', 'nameAlone'],
  )
  assert.deepEqual(
    listForms('Иванов Иван', '1990-05-17').map(([kind]) => kind),
    ['shortName'],
  )
  assert.deepEqual(
    listForms('Иванов Иван Иванович', undefined).map(([kind]) => kind),
    ['nameAlone'],
  )
  assert.deepEqual(
    [...listForms('Иванов', '1990-05-17'), ...listForms('Иванов Иван', undefined), ...listForms('', '')],
    [],
  )
})
