import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changedAnswers } from './changes.ts'

test('answers that were changed: what, from, to; the same written otherwise, a new one and one left out are none', () => {
  const before = {
    surname: 'Выдумкина',
    name: 'Алёна',
    birthDate: '1990-05-17',
    income: 30_000_00,
    workPhone: '+74950000001',
    registrationAddress: 'г. Вымышленск, ул. Примерная, д. 2',
    email: 'a@example.ru',
  }
  assert.deepEqual(
    changedAnswers(before, {
      ...before,
      name: 'Алена',
      income: 90_000_00,
      workPhone: '+7 495 000-00-02',
      registrationAddress: 'Вымышленск, Примерная, 2',
      email: undefined as never,
      inn: '500100732259',
    }),
    [
      { what: 'доход', from: '30\u00a0000\u00a0₽', to: '90\u00a0000\u00a0₽' },
      { what: 'рабочий телефон', from: '+74950000001', to: '+7 495 000-00-02' },
    ],
  )
  assert.deepEqual(changedAnswers(before, before), [])
})
