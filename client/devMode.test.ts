import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDevMode, isPollingOn } from './devMode.ts'

test('dev mode comes from the query or from the cookie', () => {
  assert.equal(isDevMode('', ''), false)
  assert.equal(isDevMode('?dev', ''), true)
  assert.equal(isDevMode('?dev=1', ''), true)
  assert.equal(isDevMode('', 'a=b; dev=1'), true)
  assert.equal(isDevMode('', 'dev=0'), false)
  assert.equal(isDevMode('?device=phone', 'developer=1'), false)
})

test('polling stops only for a falsy number in dev_on_interval', () => {
  assert.equal(isPollingOn(''), true)
  assert.equal(isPollingOn('dev_on_interval=1'), true)
  assert.equal(isPollingOn('x=1; dev_on_interval=0'), false)
  assert.equal(isPollingOn('dev_on_interval=false'), false)
})
