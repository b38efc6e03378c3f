import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDevPage, isPollingOn } from './devMode.ts'

test('dev mode comes from the query or from the cookie', () => {
  assert.equal(isDevPage('', ''), false)
  assert.equal(isDevPage('?dev', ''), true)
  assert.equal(isDevPage('?dev=1', ''), true)
  assert.equal(isDevPage('', 'a=b; dev=1'), true)
  assert.equal(isDevPage('', 'dev=0'), false)
  assert.equal(isDevPage('', 'dev='), true)
  assert.equal(isDevPage('?dev=0', 'dev=1'), false)
  assert.equal(isDevPage('?device=phone', 'developer=1'), false)
})

test('polling stops only for a falsy number in dev_on_interval', () => {
  assert.equal(isPollingOn(''), true)
  assert.equal(isPollingOn('dev_on_interval=1'), true)
  assert.equal(isPollingOn('x=1; dev_on_interval=0'), false)
  assert.equal(isPollingOn('dev_on_interval=0.0'), false)
  for (const word of ['true', 'false', 'yes', '']) assert.equal(isPollingOn(`dev_on_interval=${word}`), true, word)
})
