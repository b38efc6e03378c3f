import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Lines } from './accounts.ts'
import { pairs } from './day-file.ts'

test('a posting of many lines is pairs that add up to it on every account, the same whatever the order', () => {
  const cases: readonly Lines[] = [
    { principal: 1_500_000, 'transit:payout': -1_500_000 },
    { received: 10_000, interestDue: -3000, principalDue: -7000 },
    { interest: 1200, penalty: 34, incomeInterest: -1200, incomePenalty: -34 },
    { principal: -5, principalDue: 5, interest: -7, interestDue: 7 },
    {},
  ]
  for (const lines of cases) {
    const found = pairs(lines)
    const sums: Record<string, number> = {}
    for (const { debit, credit, amount } of found) {
      assert.ok(amount > 0)
      sums[debit] = (sums[debit] ?? 0) + amount
      sums[credit] = (sums[credit] ?? 0) - amount
    }
    assert.deepEqual(sums, lines)
    assert.deepEqual(pairs(Object.fromEntries(Object.entries(lines).reverse())), found)
  }
})
