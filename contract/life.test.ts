import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { events, type LifeEvent, nextState, type State, states, type Who } from './life.ts'
import { type DerivedStatus, deriveStatus, numbersOf, stateOf } from './status.ts'

/** Written out by hand from PRODUCT.md section 4, not read from the table under test. */
const allowed: Record<State, Partial<Record<LifeEvent, [State, Who]>>> = {
  New: { send: ['Queued', 'client'], withdraw: ['Rejected', 'client'] },
  Queued: { claim: ['InReview', 'staff'] },
  InReview: {
    takeOver: ['InReview', 'staff'],
    release: ['Queued', 'staff'],
    leaseOver: ['Queued', 'job'],
    askSecond: ['Queued', 'staff'],
    return: ['RollbackVerification', 'staff'],
    approve: ['Hyb_Verification_Approved', 'staff'],
    refuse: ['Rejected', 'staff'],
  },
  RollbackVerification: { send: ['Queued', 'client'], withdraw: ['Rejected', 'client'] },
  Hyb_Verification_Approved: {
    decideOffer: ['Approved', 'job'],
    decideReject: ['Rejected', 'job'],
    decideRefer: ['Queued', 'job'],
  },
  Approved: {
    sign: ['Payout', 'client'],
    signCoolingOff: ['Cooldown', 'client'],
    decline: ['Rejected', 'client'],
    offerOver: ['Rejected', 'job'],
    barred: ['Rejected', 'job'],
  },
  Cooldown: { coolingOffOver: ['Payout', 'job'], refuseLoan: ['Rejected', 'client'] },
  Payout: {
    paid: ['Processed', 'job'],
    payoutCancelled: ['Payout', 'job'],
    payoutAbandoned: ['Rejected', 'job'],
    refuseLoan: ['Rejected', 'client'],
    barred: ['Rejected', 'job'],
  },
  Processed: {},
  Rejected: {},
}

describe('PRODUCT 4: life of a request', () => {
  for (const from of states) {
    for (const event of events) {
      const expected = allowed[from][event]
      test(`${from} × ${event} → ${expected ? expected[0] : 'refused'}`, () => {
        for (const who of ['client', 'staff', 'job'] as const) {
          const wanted = expected && expected[1] === who ? expected[0] : null
          assert.equal(nextState(from, event, who), wanted, `by ${who}`)
        }
      })
    }
  }

  test('the numbers of the wire and states are two names of one thing', () => {
    for (const state of states) {
      assert.equal(stateOf(numbersOf({ type: 'loan', state })), state)
    }
    assert.equal(stateOf({ status: 1 }), null)
  })

  test('a state derives the status the customer named for it', () => {
    const named: Record<State, DerivedStatus> = {
      New: 'New',
      Queued: 'Verification',
      InReview: 'Verification',
      RollbackVerification: 'RollbackVerification',
      Hyb_Verification_Approved: 'Hyb_Verification_Approved',
      Approved: 'Approved',
      Cooldown: 'Cooldown',
      Payout: 'Payout',
      Processed: 'Processed',
      Rejected: 'Rejected',
    }
    for (const state of states) {
      assert.equal(deriveStatus(numbersOf({ type: 'loan', state })).status, named[state])
      assert.equal(deriveStatus(numbersOf({ type: 'prolongate', state })).status, 'prolongate')
    }
  })
})
