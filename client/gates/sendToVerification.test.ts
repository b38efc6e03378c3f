import assert from 'node:assert/strict'
import { test } from 'node:test'
import { judge } from './sendToVerification.ts'

const current = (_id: string, allowedFillRequest = true) =>
  ({ status: 'correct', data: { _id, allowedFillRequest } }) as const

test('a result status other than correct does nothing, before and after the first load', () => {
  assert.deepEqual(judge({ status: 'error', data: null }, null), { act: 'wait' })
  assert.deepEqual(judge({ status: 'error', data: null }, 'a'), { act: 'wait' })
})

test('no request, or one that may not be filled, leads to the desk', () => {
  assert.deepEqual(judge({ status: 'correct', data: null }, null), { act: 'desk' })
  assert.deepEqual(judge(current('a', false), null), { act: 'desk' })
  assert.deepEqual(judge(current('a', false), 'a'), { act: 'desk' })
})

test('the first load stores the id, the same id stays, another one leads to the desk', () => {
  assert.deepEqual(judge(current('a'), null), { act: 'store', id: 'a' })
  assert.deepEqual(judge(current('a'), 'a'), { act: 'stay' })
  assert.deepEqual(judge(current('b'), 'a'), { act: 'desk' })
})
