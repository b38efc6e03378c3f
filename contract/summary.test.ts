import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { summarize } from './summary.ts'

const loan = { _id: 'a', type: 'loan', status: 0, allowedFillRequest: true }
const prolongation = { ...loan, _id: 'b', type: 'prolongate' }
const ok = (data: unknown, count: unknown = 1) => summarize({ httpStatus: 200, body: { result: { count, data } } })

describe('PRODUCT 5: client-side summary', () => {
  test('status, error_message, count, data, data_all', () => {
    assert.deepEqual(ok([loan, prolongation], 2), {
      status: 'correct',
      error_message: '',
      count: 2,
      data: loan,
      data_all: [loan, prolongation],
    })
  })

  test('the first item is the main request only if its type is loan', () => {
    assert.equal(ok([prolongation, loan], 2).data, null)
    assert.equal(ok([], 0).data, null)
  })

  test('our further fields pass through', () => {
    assert.deepEqual(ok([{ ...loan, version: 3 }]).data, { ...loan, version: 3 })
  })
})

describe('PRODUCT 6: error catalogue of the requests call', () => {
  const nullAnswer = 'requests_findByClientIds > server_response_arr == null'
  const error = (message: string) => ({ status: 'error', error_message: message, count: 0, data: null, data_all: [] })

  test('401 → noauth', () => {
    assert.equal(summarize({ httpStatus: 401, body: { error: { code: 'x', message: 'y' } } }).status, 'noauth')
  })

  test('other HTTP status → body read as null → its message', () => {
    for (const httpStatus of [201, 204, 302, 400, 403, 404, 500, 503]) {
      assert.deepEqual(summarize({ httpStatus, body: { result: { count: 1, data: [loan] } } }), error(nullAnswer))
    }
  })

  test('null or undefined answer', () => {
    assert.deepEqual(summarize({ httpStatus: 200, body: null }), error(nullAnswer))
    assert.deepEqual(summarize({ httpStatus: 200, body: undefined }), error(nullAnswer))
  })

  test('answer with an error → code:message, both shapes', () => {
    const first = summarize({ httpStatus: 200, body: { error: { code: 'E7', message: 'нет' } } })
    assert.deepEqual(first, error('E7:нет'))
    const second = summarize({ httpStatus: 200, body: { statusCode: 418, error: 'Teapot', message: 'короткий' } })
    assert.deepEqual(second, error('418:короткий'))
  })

  test('network exception → its message', () => {
    assert.deepEqual(summarize({ exception: new TypeError('Failed to fetch') }), error('Failed to fetch'))
    assert.deepEqual(summarize({ exception: 'отменено' }), error('отменено'))
  })

  test('schema mismatch → the validator’s message, naming the field', () => {
    assert.match(ok([loan], '1').error_message, /count/)
    assert.match(ok({ 0: loan }).error_message, /data_all/)
    assert.equal(ok([loan], '1').status, 'error')
  })

  test('whatever comes back, the summary keeps its shape', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.integer({ min: 200, max: 599 }), (body, httpStatus) => {
        const summary = summarize({ httpStatus, body })
        assert.equal(typeof summary.count, 'number')
        assert.ok(Array.isArray(summary.data_all))
        assert.ok(summary.data === null || typeof summary.data === 'object')
      }),
    )
  })
})
