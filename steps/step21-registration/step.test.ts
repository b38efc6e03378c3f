import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlowContext, type Raw, validateStep } from '#contract/step.ts'
import { step } from './step.ts'

const context = { today: '2026-11-22', facts: { birthDate: '1990-05-10' } } as FlowContext
const address = { region: 'Тверская область', city: 'Тверь', house: '5' }
const told = (raw: Raw) => {
  const checked = validateStep(step, raw, context)
  return checked.ok ? checked.warnings.map(({ message }) => message) : checked.issues.map(({ message }) => message)
}

test('B10: nobody is registered before they are born; a doubted region is said and taken', () => {
  assert.deepEqual(told({ ...address, since: '01.02.1980' }), ['Эта дата раньше вашего рождения: проверьте год'])
  assert.deepEqual(told({ ...address, since: '10.05.1990' }), [])
  assert.match(told({ ...address, city: 'Москва', since: '15.03.2012' }).join(), /отдельный регион/)
})

test('B9: the date is refused together with an address that is not whole', () => {
  assert.deepEqual(told({ ...address, house: '', since: '01.02.1980' }), [
    'Укажите дом',
    'Эта дата раньше вашего рождения: проверьте год',
  ])
})
