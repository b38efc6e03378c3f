import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { date } from './dates.ts'
import {
  accountFitsBank,
  formatPhone,
  formatSnils,
  isPersonalAccount,
  maskAccount,
  maskEmail,
  maskInn,
  maskPassportNumber,
  maskPhone,
  maskSnils,
  normalizeAccount,
  normalizeBik,
  normalizeCompanyInn,
  normalizeDepartmentCode,
  normalizeEmail,
  normalizeName,
  normalizePassportNumber,
  normalizePersonInn,
  normalizePhone,
  normalizePostalIndex,
  normalizeSnils,
  type PassportState,
  passportState,
  passportWarnings,
  sameName,
} from './identifiers.ts'
import vectors from './vectors.json' with { type: 'json' }

test('СНИЛС: check digits as published', () => {
  for (const text of vectors.snils.valid) assert.equal(formatSnils(normalizeSnils(text)!), text.replace(' ', '\u00a0'))
  for (const text of vectors.snils.invalid) assert.equal(normalizeSnils(text), null, text)
  assert.equal(normalizeSnils('001-001-998 42'), null)
  assert.equal(maskSnils(normalizeSnils('112-233-445 95')!), '***-***-445\u00a095')
})

test('СНИЛС: one digit mistyped is always noticed, unless the check digits are 00, which two sums share', () => {
  const telling = vectors.snils.valid.filter((text) => !text.endsWith('00'))
  fc.assert(
    fc.property(fc.constantFrom(...telling), fc.nat(8), fc.integer({ min: 1, max: 9 }), (text, at, by) => {
      const digits = text.replace(/\D/g, '')
      const changed = digits.slice(0, at) + ((Number(digits[at]) + by) % 10) + digits.slice(at + 1)
      assert.equal(normalizeSnils(changed), null)
    }),
  )
})

test('ИНН of a person: both check digits', () => {
  for (const text of vectors.inn.valid) assert.equal(normalizePersonInn(text), text)
  for (const text of vectors.inn.invalid) assert.equal(normalizePersonInn(text), null, text)
  assert.equal(maskInn(normalizePersonInn('500100732259')!), '********2259')
})

test('ИНН of a company: its check digit', () => {
  assert.equal(normalizeCompanyInn('77 2812 3456'), null)
  assert.equal(normalizeCompanyInn('1234567894'), '1234567894')
  assert.equal(normalizeCompanyInn('0000000000'), null)
})

test('an account fits its bank by its key', () => {
  for (const [bik, account] of vectors.bankAccount.valid) {
    assert.ok(accountFitsBank(normalizeBik(bik!)!, normalizeAccount(account!)!), account)
  }
  for (const [bik, typed] of vectors.bankAccount.invalid) {
    const account = normalizeAccount(typed!)
    assert.ok(!account || !accountFitsBank(normalizeBik(bik!)!, account), typed)
  }
})

test('a personal account is one in roubles of a person', () => {
  const personal = (text: string) => isPersonalAccount(normalizeAccount(text)!)
  assert.ok(personal('40817810438000000001'))
  assert.ok(personal('42305810438000000001'))
  assert.ok(!personal('40602810700000000025'))
  assert.ok(!personal('40817840438000000001'))
  assert.equal(maskAccount(normalizeAccount('40817810438000000001')!), '408\u00a0…\u00a00001')
})

test('phones are kept one way however they are typed', () => {
  for (const [typed, kept] of Object.entries(vectors.phone.valid)) assert.equal(normalizePhone(typed), kept)
  for (const typed of [...vectors.phone.invalid, '+8 916 123 45 67', '', '+'])
    assert.equal(normalizePhone(typed), null, typed)
  const phone = normalizePhone('89161234512')!
  assert.equal(formatPhone(phone), '+7\u00a0916\u00a0123-45-12')
  assert.equal(maskPhone(phone), '+7\u00a0***\u00a0***-45-12')
  assert.equal(normalizePhone(formatPhone(phone)), phone)
})

test('department codes and postal indexes', () => {
  for (const text of vectors.departmentCode.valid) assert.equal(normalizeDepartmentCode(text), text)
  for (const text of vectors.departmentCode.invalid) assert.equal(normalizeDepartmentCode(text), null, text)
  assert.equal(normalizeDepartmentCode('770001'), '770-001')
  for (const text of vectors.postalIndex.valid) assert.equal(normalizePostalIndex(text), text)
  for (const text of vectors.postalIndex.invalid) assert.equal(normalizePostalIndex(text), null, text)
})

const inWords = (passport: PassportState): string => {
  const reasons = {
    issuedBefore14: 'issued before 14',
    issuedBefore1997: 'issued before 1997-10-01',
    issuedInFuture: 'issued in the future',
  }
  if (passport.state === 'impossible') return reasons[passport.reason]
  return passport.state === 'grace' ? `grace until ${passport.until}` : passport.state
}

test('passport dates: issued at 14 or later, replaced at 20 and 45, good for 90 days after', () => {
  const today = date(vectors.passport.today)
  for (const [born, issued, verdict] of vectors.passport.cases) {
    assert.equal(inWords(passportState(date(born!), date(issued!), today)), verdict, `born ${born}, issued ${issued}`)
  }
})

test('passport numbers are ten digits; region and year only warn', () => {
  const number = normalizePassportNumber('45 10 № 123456')!
  assert.equal(number, '4510123456')
  assert.equal(maskPassportNumber(number), '**\u00a0**\u00a0***456')
  assert.equal(normalizePassportNumber('4510 12345'), null)
  assert.equal(normalizePassportNumber('4510 000000'), null)
  assert.deepEqual(passportWarnings(number, date('2010-06-01')), [])
  assert.deepEqual(passportWarnings(normalizePassportNumber('0210123456')!, date('2020-06-01')), ['region', 'year'])
})

test('names are tidied and compared without regard to case, ё and е', () => {
  assert.equal(normalizeName('  Анна   Мария '), 'Анна Мария')
  assert.equal(normalizeName('Петрова – Водкина'), 'Петрова-Водкина')
  assert.equal(normalizeName('Д’Артаньян'), "Д'Артаньян")
  assert.equal(normalizeName('Андрей'), 'Андрей')
  assert.ok(sameName('СЕМЁНОВА', 'Семенова'))
  assert.ok(!sameName('Семенова', 'Семенов'))
  for (const text of ['', 'Ivanov', 'Ивaнов', 'Иванов1', '-Иванов', 'Иванов-', 'И--в', 'а'.repeat(101)]) {
    assert.equal(normalizeName(text), null, text)
  }
})

test('e-mail as the HTML standard checks it', () => {
  for (const text of ['anna@example.ru', 'a+b@sub.example.com', "o'neil@example.com"])
    assert.equal(normalizeEmail(text), text)
  assert.equal(normalizeEmail('Anna@EXAMPLE.ru'), 'Anna@example.ru')
  for (const text of ['anna', 'anna@', '@example.ru', 'анна@example.ru', 'a b@example.ru', 'a@-b.ru', 'a@b..ru']) {
    assert.equal(normalizeEmail(text), null, text)
  }
  assert.equal(maskEmail(normalizeEmail('anna@example.ru')!), 'a***@example.ru')
})
