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

test('S9: input and response of a failed call are told by field: codes, statuses and ids stay', () => {
  const id = '018f2a44-1234-4567-8901-234567890123'
  const failed = {
    sent: { params: { id }, query: { loan: id }, body: { version: 3, code: '111111', raw: { surname: 'Примерова' } } },
    received: {
      httpStatus: 409,
      body: {
        error: { code: 'version_conflict', message: 'Заявка 4510 123456', traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' },
      },
    },
  }
  assert.deepEqual(redact(failed), {
    sent: { params: { id }, query: { loan: id }, body: { version: 3, code: hidden, raw: hidden } },
    received: {
      httpStatus: 409,
      body: {
        error: { code: 'version_conflict', message: `Заявка ${hidden}`, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' },
      },
    },
  })
  assert.equal(redactText(`/service/requests/${id}`), `/service/requests/${id}`)
})

test('what stands in a list is hidden by the name of the list; a number is no id', () => {
  assert.deepEqual(redact({ names: ['Примерова'], id: '79000000001' }), { names: [hidden], id: hidden })
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
