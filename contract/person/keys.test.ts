import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStrong, keysIn } from './keys.ts'
import { nameKey } from './names.ts'

test('names are compared without case, ё, kinds of dashes and double spaces', () => {
  for (const [one, other] of [
    ['Семёнова-Пробная', 'СЕМЕНОВА\u2013ПРОБНАЯ'],
    ['  Анна  Мария ', 'анна-мария'],
    ['Семе\u0308нова', 'Семёнова'],
  ] as const)
    assert.equal(nameKey(one), nameKey(other))
  assert.notEqual(nameKey('Семенов'), nameKey('Семенова'))
})

test('the keys of a request: strong ones in digits, weak ones as they are compared', () => {
  const keys = new Map(
    keysIn({
      snils: '112-233-445 95',
      passportNumber: '45 00 000055',
      surname: 'Выдумкина',
      name: 'Алёна',
      birthDate: '1990-05-17',
      email: ' Anna@Example.ru',
      registrationAddress: '101000, г. Вымышленск, ул. Примерная, д. 2',
      destination: { kind: 'sbp', bankId: '1', bankName: 'Б', phone: '+7 900 000-00-01' },
    }),
  )
  assert.equal(keys.get('snils'), '11223344595')
  assert.equal(keys.get('passport'), '4500000055')
  assert.equal(keys.get('name'), 'выдумкина алена 1990-05-17')
  assert.equal(keys.get('email'), 'anna@example.ru')
  assert.equal(keys.get('home'), '101000 вымышленск примерная 2')
  assert.equal(keys.get('payee'), 'phone 79000000001')
  assert.equal(keys.get('shortName'), 'vidumkina alena 1990-05-17')
  assert.deepEqual([...keys.keys()].filter(isStrong), ['snils', 'passport'])
  const moved = keysIn({
    registrationAddress: 'Вымышленск, Примерная, 2',
    homeAddress: 'город Другой, улица Новая, дом 1',
  })
  assert.deepEqual(moved, [['home', 'другой новая 1']])
  assert.deepEqual(keysIn({}), [])
})
