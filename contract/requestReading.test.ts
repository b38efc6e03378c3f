import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { requestSchema } from './request.ts'
import { readableRequest } from './requestReading.ts'

const whole = {
  _id: 'a',
  type: 'loan',
  status: 4,
  allowedFillRequest: false,
  version: 2,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  terms: null,
  rejection: { reason: 'credit' },
}

test('a right request is itself', () => assert.deepEqual(readableRequest(whole), whole))

test('what is not of its kind is left out, the rest stays', () => {
  const { rejection: _gone, ...rest } = whole
  assert.deepEqual(readableRequest({ ...whole, rejection: { reason: 'newReason' } }), rest)
  assert.deepEqual(readableRequest({ ...whole, createdAt: undefined }), { ...whole, createdAt: '' })
})

test('a status that cannot be read, or only half, is no known one', () => {
  assert.equal(readableRequest({ ...whole, status: '4' })?.status, -1)
  assert.equal(readableRequest({ ...whole, status: 0, verification: 'x' })?.status, -1)
})

test('whatever comes is no request, or one of the schema but for its dates', () => {
  fc.assert(
    fc.property(fc.object({ key: fc.constantFrom(...Object.keys(requestSchema.shape)), maxDepth: 3 }), (item) => {
      const read = readableRequest(item)
      assert.ok(read)
      const dated = {
        ...read,
        createdAt: read.createdAt || whole.createdAt,
        updatedAt: read.updatedAt || whole.updatedAt,
      }
      assert.equal(requestSchema.safeParse(dated).success, true)
    }),
  )
  for (const item of [null, 7, 'x', [], undefined]) assert.equal(readableRequest(item), null)
})
