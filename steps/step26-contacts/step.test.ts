import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlowContext, type Raw, validateStep } from '#contract/step.ts'
import { step } from './step.ts'

const email = 'proba@example.ru'
const context = { facts: { phone: '+79161234567', confirmedEmail: email } } as FlowContext
const wrong = (raw: Raw) => {
  const checked = validateStep(step, raw, context)
  return checked.ok ? [] : checked.issues.map(({ field }) => field)
}

test('only the confirmed address is taken, however it is written', () => {
  assert.deepEqual(wrong({ email }), [])
  assert.deepEqual(wrong({ email: ` ${email} ` }), [])
  assert.deepEqual(wrong({ email: 'drugoy@example.ru' }), ['email'])
})

test('the extra phone is another one than the main one, and says whose it is', () => {
  assert.deepEqual(wrong({ email, extraPhone: '8 916 123-45-67', owner: 'own' }), ['extraPhone'])
  assert.deepEqual(wrong({ email, extraPhone: '8 916 123-45-68' }), ['owner'])
  assert.deepEqual(wrong({ email, extraPhone: '8 916 123-45-68', owner: 'own' }), [])
})
