import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seldom } from './sweeps.ts'

test('frequent work is looked at each time while something happens, now and then while nothing does', (context) => {
  let now = 0
  context.mock.method(performance, 'now', () => now)
  let still = false
  const isTime = seldom(() => still)
  const looks = (seconds: number) => {
    let count = 0
    for (let passed = 0; passed < seconds; passed += 1) {
      now += 1000
      if (isTime()) count += 1
    }
    return count
  }
  assert.equal(looks(60), 60)
  still = true
  assert.equal(looks(60), 3)
  still = false
  assert.equal(looks(5), 5, 'at once when something has happened')
})
