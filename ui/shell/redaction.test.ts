import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hidden, redact, redactText } from './redaction.ts'

test('what a person typed is hidden by field, states and kinds stay', () => {
  const sent = { phone: '+79000000001', code: '111111', options: { output: 'all' }, raw: { surname: 'Примерова' } }
  assert.deepEqual(redact(sent), { phone: hidden, code: hidden, options: { output: 'all' }, raw: hidden })
})

test('an error keeps its code and message', () => {
  const answer = { error: { code: 'too_often', message: 'Слишком часто' } }
  assert.deepEqual(redact(answer), answer)
  assert.deepEqual(redact({ statusCode: 503, code: 503 }), { statusCode: 503, code: 503 })
})

test('a field nobody has thought of is hidden', () => {
  assert.deepEqual(redact({ grandmother: 'Примерова А. П.' }), { grandmother: hidden })
})

test('numbers and addresses inside a text are hidden', () => {
  assert.equal(redactText('нет +7 (900) 000-00-01 и proba@example.org'), `нет ${hidden} и ${hidden}`)
  assert.equal(redactText('/step2?phone=79000000001&x'), '/step2?phone=…&x')
})

test('messages are capped at 2048 characters', () => {
  assert.equal(redactText('я'.repeat(5000)).length, 2048)
})
