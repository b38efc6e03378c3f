import assert from 'node:assert/strict'
import { test } from 'node:test'
import demo from '#config/lender.json' with { type: 'json' }
import { date } from './dates.ts'
import { validateLender } from './lender.ts'
import { newRequestFor } from './newRequest.ts'
import type { LoanRequest } from './request.ts'

const verdict = validateLender(demo)
assert.ok(verdict.ok)
const { lender } = verdict
const today = date('2026-11-22')

const request = (more: object) => ({ _id: 'a', type: 'loan', status: 0, terms: null, ...more }) as LoanRequest
const running = (product: string, term: number) =>
  request({
    status: 5,
    terms: { product, amount: 1, term },
    loan: { id: 'l', state: 'running', dueDate: '2026-12-01' },
  })
const on = (...requests: LoanRequest[]) => newRequestFor(requests, lender, today)

test('a client with no request may create one', () => assert.deepEqual(on(), { may: true }))

test('a request whose flag says no stands before a new one, wherever it is in the list', () => {
  assert.deepEqual(on(request({})), { may: false, why: 'open' })
  assert.deepEqual(on(request({ type: 'prolongate' }), request({ status: 2 })), { may: false, why: 'open' })
  assert.deepEqual(on(request({ status: 4 })), { may: true })
  assert.deepEqual(on(request({ type: 'prolongate' })), { may: true })
  assert.deepEqual(on(request({ status: 77 })), { may: false, why: 'open' })
})

test('an unpaid short loan leaves longer ones, or none', () => {
  assert.deepEqual(on(running('payday', 14)), { may: true, overDays: 30 })
  assert.deepEqual(on(running('instalment', 12)), { may: true })
  const short = { ...lender, products: lender.products.filter(({ id }) => id === 'payday') }
  assert.deepEqual(newRequestFor([running('payday', 14)], short, today), { may: false, why: 'short', days: 30 })
})
