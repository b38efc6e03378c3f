import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeTries } from '#contract/oneTimeCode.ts'
import { CallError } from '../callError.ts'
import { codeSpent, sentAt, sentBefore } from './codeProblem.ts'

const sent = sentAt(1_000_000, { resendAfterSeconds: 60, livesSeconds: 300 })

test('a code is spent by its last try or by its time, and not before', () => {
  assert.equal(codeSpent(sent, codeTries - 1, 1_299_999), false)
  assert.equal(codeSpent(sent, codeTries, 1_000_001), true)
  assert.equal(codeSpent(sent, 1, 1_300_000), true)
})

test('asked too soon: the code that went out before is entered, another asked for when the pause is over', () => {
  const details = { retryAfter: 40 }
  const tooOften = new CallError({ code: 'too_often', message: '', status: 429, details })
  const before = sentBefore(1_000_000, tooOften)
  assert.equal(before?.resendAt, 1_040_000)
  assert.equal(before && codeSpent(before, 1, 9_000_000), false, 'when it ends is not known here: the server says')
  assert.equal(sentBefore(0, new CallError({ code: 'unavailable', message: '', status: 503 })), null)
  assert.equal(sentBefore(0, new TypeError('no network')), null)
})
