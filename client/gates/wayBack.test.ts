import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayBack } from './wayBack.ts'

test('signing in leads back to a place of this app', () => {
  assert.equal(wayBack('?back=%2Fstep9'), '/step9')
  assert.equal(wayBack(''), '/step3')
})

test('another site is no way back', () => {
  for (const place of ['https://example.org', '//example.org', '/\\example.org', 'step9'])
    assert.equal(wayBack(`?back=${encodeURIComponent(place)}`), '/step3')
})
