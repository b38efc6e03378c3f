import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { errorCatalogue, errorText, readError } from './errors.ts'

describe('PRODUCT 5: both error shapes', () => {
  test('an error object with code and message', () => {
    const issues = [{ field: 'phone', message: 'Укажите телефон' }]
    assert.deepEqual(readError({ error: { code: 'invalid_answers', message: 'm', issues, traceId: 't' } }), {
      code: 'invalid_answers',
      message: 'm',
      issues,
      details: {},
      traceId: 't',
    })
  })

  test('a string error with statusCode and message', () => {
    assert.deepEqual(readError({ statusCode: 404, error: 'Not Found', message: 'Route not found' }), {
      code: '404',
      message: 'Route not found',
      issues: [],
      details: {},
    })
  })

  test('a body without an error is no error; nothing makes it throw', () => {
    assert.equal(readError({ result: {} }), null)
    assert.equal(readError({ error: null }), null)
    fc.assert(
      fc.property(fc.jsonValue(), (body) => readError(body) === null || typeof readError(body)?.code === 'string'),
    )
  })
})

describe('the catalogue', () => {
  test('every code has an HTTP error status and a Russian sentence', () => {
    for (const [code, { http, text }] of Object.entries(errorCatalogue)) {
      assert.ok(http >= 400 && http < 600, code)
      assert.match(text, /^[А-ЯЁ].*[.!?]$/s, code)
    }
  })

  test('an unknown code still reads as a sentence', () => assert.match(errorText('no_such_code'), /^[А-ЯЁ]/))
})
