import assert from 'node:assert/strict'
import { test } from 'node:test'
import { date } from '#contract/dates.ts'
import type { VerifiedPerson } from '#contract/person/identity.ts'
import { fitOf } from '#contract/person/sameIdentity.ts'
import { testClock } from '#server/platform/clock.ts'
import { demoLender } from '#server/testing/life.ts'
import type { Standing } from '../identity/index.ts'
import { identityMeets } from './law.ts'
import { createRechecking } from './rechecking.ts'

const { rules } = demoLender()
const by = (...basis: string[]) => ({ basis, fit: 'open' })

// Who was confirmed by whom: before the law of that kind of lender, on its first day.
const rows = [
  { kind: 'mfk', day: '2026-02-28', esia: true, both: true, inPerson: true, bank: true },
  { kind: 'mfk', day: '2026-03-01', esia: false, both: true, inPerson: true, bank: false },
  { kind: 'mkk', day: '2026-03-01', esia: true, both: true, inPerson: true, bank: true },
  { kind: 'mkk', day: '2027-02-28', esia: true, both: true, inPerson: true, bank: true },
  { kind: 'mkk', day: '2027-03-01', esia: false, both: true, inPerson: true, bank: false },
] as const

for (const { kind, day, ...enough } of rows)
  test(`whose word is enough, ${kind}, ${day}`, () => {
    const meets = (...basis: string[]) => identityMeets(by(...basis), rules, date(day), kind)
    assert.deepEqual(
      { esia: meets('esia'), both: meets('esia', 'ebs'), inPerson: meets('inPerson'), bank: meets('bank') },
      enough,
    )
    assert.equal(identityMeets({ ...by('esia', 'ebs'), fit: 'differs' }, rules, date(day), kind), false)
  })

const sent = {
  surname: 'Вымыслова',
  name: 'Алёна',
  patronymic: 'Петровна',
  birthDate: '1990-05-10',
  snils: '112-233-445 95',
  passportNumber: '4514123456',
}
const proven: VerifiedPerson = { ...sent, name: 'Алена', snils: '11223344595', birthDate: date('1990-05-10') }

test('what was sent against what was proven', () => {
  const fit = (changes: Partial<VerifiedPerson>) => fitOf(sent, { ...proven, ...changes })
  assert.equal(fit({}), 'open', 'ё is е, and a number is its digits')
  assert.equal(fit({ snils: undefined } as never), 'open', 'no common number: the rest must be equal')
  assert.equal(fit({ passportNumber: '4514123457' }), 'differs')
  assert.equal(fit({ surname: 'Примерова' }), 'differs')
  assert.equal(fit({ patronymic: null }), 'differs')
  assert.equal(fit({ passportNumber: undefined } as never), 'differs')
  assert.equal(fit({ birthDate: date('1990-05-11') }), 'other')
  assert.equal(fit({ snils: '08765430300' }), 'other')
})

/** The gate before the code of a contract, with nothing behind it: what it lets by is looked at further, which fails here. */
function gate(at: string, standing: Standing | null, askable = true) {
  const lender = demoLender()
  const parts = {
    platform: { clock: testClock(at), db: null },
    requests: { facts: () => ({}) },
    lender,
    inputsOf: async () => assert.fail('let by'),
    identity: { standing: async () => standing, askable: () => askable },
  }
  const [product] = lender.products
  const terms = { product: product ?? assert.fail(), amount: 30_000_00, term: 14, promo: null, firstLoan: false }
  const bars = createRechecking(parts as never)
  return (amount: number) =>
    bars({ id: 'r', client_id: 'c' } as never, { ...terms, amount }, 'signing').then(
      () => 'free',
      (error: { code?: string }) => error.code ?? 'let by',
    )
}

test('before the law of this kind of lender nobody is asked at the signature, from its first day everybody', async () => {
  assert.equal(await gate('2027-02-28T09:00:00Z', null)(30_000_00), 'let by')
  assert.equal(await gate('2027-03-01T09:00:00Z', null)(30_000_00), 'identity_needed')
})

test('signed the evening before, paid after cooling-off on its first day: asked already', async () => {
  assert.equal(await gate('2027-02-28T18:30:00Z', null)(30_000_00), 'let by', 'no cooling-off')
  assert.equal(await gate('2027-02-28T18:30:00Z', null)(60_000_00 * 10), 'identity_needed')
})

test('of another document than was sent, or without biometrics: not open', async () => {
  const both = { level: 'biometric', basis: ['esia', 'ebs'], at: '2027-03-01', fit: 'open' } as const
  assert.equal(await gate('2027-03-01T09:00:00Z', both)(30_000_00), 'let by')
  assert.equal(await gate('2027-03-01T09:00:00Z', { ...both, fit: 'differs' })(30_000_00), 'identity_differs')
  const esia = { ...both, level: 'confirmed', basis: ['esia'] } as const
  assert.equal(await gate('2027-03-01T09:00:00Z', esia)(30_000_00), 'identity_needed')
})
