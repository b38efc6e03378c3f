import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type DerivedStatus, deriveStatus, type StatusSource } from './status.ts'

type Case = [name: string, request: StatusSource, status: DerivedStatus, mayCreate: boolean, mayFill: boolean]

const loan = (status: number, verification?: number): StatusSource => ({
  type: 'loan',
  status,
  ...(verification !== undefined && { verification: { status: verification } }),
})

const table: Case[] = [
  ['type prolongate', { type: 'prolongate', status: 0 }, 'prolongate', true, true],
  ['status 0, no verification object', loan(0), 'New', false, true],
  ['status 0, verification status 3', loan(0, 3), 'Hyb_Verification_Approved', false, false],
  ['status 0, verification status 5', loan(0, 5), 'RollbackVerification', false, true],
  ['status 2', loan(2, 1), 'Verification', false, false],
  ['status 3', loan(3), 'Approved', false, true],
  ['status 4', loan(4), 'Rejected', true, false],
  ['status 4.5', loan(4.5), 'Cooldown', false, true],
  ['status 4.7', loan(4.7), 'Payout', false, true],
  ['status 5', loan(5), 'Processed', true, false],
]

describe('PRODUCT 3: status derivation', () => {
  for (const [name, request, status, mayCreate, mayFill] of table) {
    test(`${name} → ${status}`, () => assert.deepEqual(deriveStatus(request), { status, mayCreate, mayFill }))
  }

  const nothing = { status: 'noResolveStatus', mayCreate: false, mayFill: false }

  test('anything else, or undefined request → noResolveStatus', () => {
    assert.deepEqual(deriveStatus(undefined), nothing)
    assert.deepEqual(deriveStatus(null), nothing)
    for (const request of [loan(1), loan(0, 1), loan(0, 2), loan(0, 4), loan(4.6), loan(-1), loan(Number.NaN)]) {
      assert.deepEqual(deriveStatus(request), nothing)
    }
  })

  test('prolongate is checked before any number', () => {
    fc.assert(
      fc.property(fc.double(), fc.option(fc.integer()), (status, verification) => {
        const request = {
          type: 'prolongate',
          status,
          verification: verification === null ? null : { status: verification },
        }
        assert.equal(deriveStatus(request).status, 'prolongate')
      }),
    )
  })

  test('a number outside the table never lets a client create or fill', () => {
    const known = new Set([0, 2, 3, 4, 4.5, 4.7, 5])
    fc.assert(
      fc.property(
        fc.double().filter((n) => !known.has(n)),
        (status) => {
          assert.deepEqual(deriveStatus(loan(status)), nothing)
        },
      ),
    )
  })
})
