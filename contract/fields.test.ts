import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import * as z from 'zod/mini'
import * as fields from './fields.ts'
import { fromRoubles } from './money.ts'

const { optionalField } = fields

const everyTypedField = {
  phone: fields.phoneField(),
  snils: fields.snilsField(),
  inn: fields.innField(),
  companyInn: fields.companyInnField(),
  surname: fields.nameField('Фамилия'),
  birthDate: fields.dateField({ empty: 'Укажите дату рождения' }),
  money: fields.moneyField(),
  text: fields.textField({ max: 300 }),
  comment: fields.textField({ max: 2000, lines: true }),
  email: fields.emailField(),
  passport: fields.passportNumberField(),
  departmentCode: fields.departmentCodeField(),
  postalIndex: fields.postalIndexField(),
  bik: fields.bikField(),
  account: fields.accountField(),
  code: fields.codeField(),
  count: fields.countField({ min: 0, max: 20, empty: 'Укажите число детей' }),
}

function read(field: z.ZodMiniType, typed: unknown): unknown {
  const result = z.safeParse(field, typed)
  return result.success ? result.data : (result.error.issues[0]?.message ?? '')
}

const problem = (field: z.ZodMiniType, typed: unknown) => z.safeParse(field, typed).error?.issues[0]?.message ?? ''

test('fields answer the value as it is kept', () => {
  assert.equal(read(everyTypedField.phone, '8 (916) 123-45-67'), '+79161234567')
  assert.equal(read(everyTypedField.birthDate, '31.12.1990'), '1990-12-31')
  assert.equal(read(everyTypedField.birthDate, '1990-12-31'), '1990-12-31')
  assert.equal(read(everyTypedField.money, '15 000 ₽'), 1_500_000)
  assert.equal(read(everyTypedField.surname, ' Берёзкина '), 'Берёзкина')
  assert.equal(read(everyTypedField.code, '012 345'), '012345')
  assert.equal(read(everyTypedField.comment, 'раз\r\n  два  '), 'раз\nдва')
})

test('nothing typed is asked for, with a word for what', () => {
  for (const [name, field] of Object.entries(everyTypedField)) {
    for (const nothing of ['', '   ', '\u00a0\t', undefined, null]) {
      assert.match(problem(field, nothing), /^(Укажите|Введите|Заполните)/, name)
    }
  }
})

test('a wrong value is answered with a sentence, in Russian', () => {
  assert.match(problem(everyTypedField.phone, '+7 495 123-45-67'), /мобильный/)
  assert.match(problem(everyTypedField.snils, '112-233-445 96'), /Такого СНИЛС не бывает/)
  assert.match(problem(everyTypedField.inn, '50010073225'), /двенадцать цифр/)
  assert.match(problem(everyTypedField.email, 'анна@example.ru'), /русские буквы/)
  assert.match(problem(everyTypedField.account, '40602810700000000025'), /личный счёт/)
})

test('sums keep to their limits, which may be reached, and to whole roubles', () => {
  const amount = fields.moneyField({ min: fromRoubles(1000), max: fromRoubles(30_000) })
  assert.equal(read(amount, '1000'), 100_000)
  assert.equal(read(amount, '30 000'), 3_000_000)
  assert.equal(read(amount, '999'), 'Не меньше 1\u00a0000\u00a0₽')
  assert.equal(read(amount, '30001'), 'Не больше 30\u00a0000\u00a0₽')
  assert.match(problem(amount, '1000,50'), /целыми рублями/)
  assert.equal(read(fields.moneyField({ part: true }), '1000,50'), 100_050)
})

test('NUL, control characters, right-to-left marks and lone surrogates are refused everywhere', () => {
  const bad = [
    '\0',
    '\x07',
    '\x7f',
    '\u0085',
    '\u200b',
    '\u200f',
    '\u202e',
    '\u2066',
    '\ufeff',
    '\ud800',
    '\udc00\ud800',
    '\uffff',
  ]
  for (const [name, field] of Object.entries(everyTypedField)) {
    for (const character of bad) assert.match(problem(field, `1${character}2`), /невидимые/, name)
  }
  assert.equal(read(everyTypedField.text, 'Кафе «Ёж» 😀'), 'Кафе «Ёж» 😀')
})

test('50 kB of anything is answered at once', () => {
  const units = ['1', ' ', '-', 'а', 'a@', '.', 'а-', "а'", '\u00a0', '😀', '\ud800', '1 ', '(', 'a.', '+7', '0,']
  for (const [name, field] of Object.entries(everyTypedField)) {
    for (const unit of units) {
      for (const text of [unit.repeat(50_000 / unit.length), `${unit.repeat(100)}!`]) {
        const start = performance.now()
        z.safeParse(field, text)
        assert.ok(performance.now() - start < 100, `${name} took too long for ${JSON.stringify(unit)}`)
      }
    }
  }
})

test('whatever comes in, a field answers and never throws', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary', maxLength: 80 }), fc.anything())
  for (const field of Object.values<fields.TypedField<unknown>>(everyTypedField)) {
    fc.assert(fc.property(anything, (typed) => typeof z.safeParse(field, typed).success === 'boolean'))
    fc.assert(fc.property(anything, (typed) => typeof z.safeParse(optionalField(field), typed).success === 'boolean'))
  }
})

test('an optional field may be empty or absent, and is still checked when filled', () => {
  const person = z.object({ phone: optionalField(fields.phoneField()) })
  assert.deepEqual(z.parse(person, {}), { phone: null })
  assert.deepEqual(z.parse(person, { phone: ' ' }), { phone: null })
  assert.deepEqual(z.parse(person, { phone: '9161234567' }), { phone: '+79161234567' })
  assert.equal(z.safeParse(person, { phone: '123' }).success, false)
})

test('choices, ticks', () => {
  const status = fields.choiceField({ single: 'Не в браке', married: 'В браке' }, 'Укажите семейное положение')
  assert.equal(read(status, 'married'), 'married')
  assert.equal(read(status, 'toString'), 'Укажите семейное положение')
  assert.equal(read(fields.tickField('Нужно согласие'), false), 'Нужно согласие')
  assert.equal(read(fields.tickField('Нужно согласие'), 'true'), 'Нужно согласие')
})

test('every field can be described in OpenAPI as the text that comes in', () => {
  const all = z.object({ ...everyTypedField, extra: optionalField(fields.phoneField()), tick: fields.tickField('Да') })
  const described = z.toJSONSchema(all, { io: 'input' })
  for (const name of Object.keys(everyTypedField)) {
    const property = described.properties?.[name] as { type?: string; maxLength?: number }
    assert.equal(property.type, 'string', name)
    assert.ok(property.maxLength, name)
  }
  assert.ok(!described.required?.includes('extra'))
})
