import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whereTo } from './whereTo.ts'

const fresh = { type: 'loan', status: 0 } as const
const done = (number: number) => ({ number, accepted: true, returned: false })

test('a step that is open is shown', () => {
  assert.equal(whereTo(10, fresh, [34, 10, 9], [done(34)]), null)
  assert.equal(whereTo(34, fresh, [34, 10, 9], [done(34)]), null)
})

test('a step further on sends to the first unfinished one', () => {
  assert.equal(whereTo(9, fresh, [34, 10, 9], [done(34)]), '/step10')
  assert.equal(whereTo(37, fresh, [34, 10], [done(34)]), '/step10')
})

test('all filled: the check page is the open one', () => {
  assert.equal(whereTo(38, fresh, [34], [done(34)]), '/step36')
})

test('an approved request opens the offer, a payout the destination', () => {
  assert.equal(whereTo(10, { type: 'loan', status: 3, verification: { status: 3 } }, [34, 10], []), '/step38')
  assert.equal(whereTo(10, { type: 'loan', status: 4.7, verification: { status: 3 } }, [34, 10], []), '/step32')
})

test('under verification there is nothing to fill: the desk', () => {
  assert.equal(whereTo(10, { type: 'loan', status: 2, verification: { status: 1 } }, [34, 10], []), '/step3')
})

test('a prolongation has its signing only', () => {
  assert.equal(whereTo(39, { type: 'prolongate', status: 0 }, [], []), null)
  assert.equal(whereTo(10, { type: 'prolongate', status: 0 }, [], []), '/step39')
})
