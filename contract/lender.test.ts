import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { date } from './dates.ts'
import { dearestCases, type Lender, publicLender, validateLender } from './lender.ts'

type Json = typeof json

function demo(change: (lender: Json) => void = () => {}): Lender {
  const verdict = validateLender(changed(change))
  assert.ok(verdict.ok, JSON.stringify(verdict))
  return verdict.lender
}

function changed(change: (lender: Json) => void): Json {
  const copy = structuredClone(json)
  change(copy)
  return copy
}

const problemsOf = (change: (lender: Json) => void) => {
  const verdict = validateLender(changed(change))
  return verdict.ok ? [] : verdict.problems
}

const today = date('2026-11-21')

test('the demo lender validates; sums are kopecks after it', () => {
  const [payday, instalment] = demo().products
  assert.deepEqual(payday?.amount, { min: 100_000, max: 3_000_000, step: 50_000, start: 1_000_000 })
  assert.equal(payday?.firstLoanFreeUpTo, 1_000_000)
  assert.equal(instalment?.kind, 'instalments')
})

test('a mistake is named with its field', () => {
  const fieldOf = (change: (lender: Json) => void) => problemsOf(change)[0]?.field
  assert.equal(
    fieldOf((lender) => Object.assign(lender.products[0]!.amount, { max: 'many' })),
    'products.0.amount.max',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender.products[0]!.term, { start: 99 })),
    'products.0.term',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender.durations, { code: '5 min' })),
    'durations.code',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender, { zone: 'Moscow' })),
    'zone',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender.rules[0]!, { value: 0.8 })),
    'rules.0.value',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender.rules[0]!, { from: '2023-06-31' })),
    'rules.0.from',
  )
  assert.equal(
    fieldOf((lender) => Object.assign(lender.products[1]!, { id: 'payday' })),
    'products',
  )
  assert.equal(
    fieldOf((lender) => lender.rules.push(lender.rules[0]!)),
    `rules.${json.rules.length}`,
  )
})

test('an unknown field is a mistake too, and is named', () => {
  assert.deepEqual(
    problemsOf((lender) => Object.assign(lender.hours, { lunch: 13 })),
    [{ field: 'hours', message: 'unknown: lunch' }],
  )
})

test('anything else than a configuration is refused without throwing', () => {
  for (const other of [null, undefined, 5, 'lender', [], { products: null }])
    assert.equal(validateLender(other).ok, false)
})

test('no product of the demo lender breaks a cap, now or after the changes of law to come', () => {
  for (const day of ['2026-03-31', '2026-04-01', '2026-11-21', '2027-04-01'])
    assert.deepEqual(dearestCases(demo(), date(day)), [])
})

test('a dearer product is refused, saying which and what it breaks', () => {
  const dear = demo((lender) => Object.assign(lender.products[0]!, { dailyRate: '0.0081' }))
  const found = dearestCases(dear, today)
  assert.deepEqual(found.map(({ productId, cap }) => `${productId} ${cap}`).sort(), [
    'payday dailyRateCap',
    'payday fullCostCap',
  ])
  assert.match(found[0]!.message, /product "payday" breaks/)
})

test('a long dear product breaks the overpayment cap only from April 2026', () => {
  const long = demo((lender) => {
    Object.assign(lender.products[0]!, { term: { min: 5, max: 150, step: 1, start: 14 } })
  })
  assert.deepEqual(dearestCases(long, date('2026-03-31')), [])
  const [found, ...others] = dearestCases(long, date('2026-04-01'))
  assert.deepEqual([found?.cap, found?.term, others.length], ['overpaymentCap', 150, 0])
})

test('sums whose interest is rounded up over the full cost cap are found', () => {
  const fine = demo((lender) =>
    Object.assign(lender.products[0]!.amount, { min: 1001, max: 2001, step: 100, start: 1001 }),
  )
  assert.deepEqual([...new Set(dearestCases(fine, today).map(({ cap }) => cap))], ['fullCostCap'])
})

test('a loan too large for the kind of lender is refused', () => {
  const large = demo((lender) => Object.assign(lender.products[1]!.amount, { max: 510_000, step: 10_000 }))
  assert.ok(
    dearestCases(large, today).some(({ productId, cap }) => productId === 'instalment' && cap === 'largestLoan'),
  )
})

test('browsers see neither the lender’s review rules nor its inner durations', () => {
  const seen = publicLender(demo())
  assert.deepEqual(Object.keys(seen.flow), ['video', 'photoFromFile', 'payoutMethods', 'trial'])
  assert.ok(!('durations' in seen))
  assert.ok(!seen.rules.some(({ rule }) => rule === 'expensiveLoanLimit'))
  assert.ok(seen.rules.some(({ rule }) => rule === 'overpaymentCap'))
})

test('the way may be tried where the lender says so; where nothing is said, in a demo alone', () => {
  const said = (trial?: boolean) => demo((lender) => Object.assign(lender.flow, trial === undefined ? {} : { trial }))
  const offered = (trial: boolean | undefined, isDemo: boolean) => publicLender(said(trial), {}, isDemo).flow.trial
  assert.deepEqual([offered(undefined, true), offered(undefined, false)], [true, false])
  assert.deepEqual([offered(true, true), offered(true, false)], [true, true])
  assert.deepEqual([offered(false, true), offered(false, false)], [false, false])
  assert.equal(publicLender(said()).flow.trial, false)
})

test('contracts are kept as long as the rule of evidence asks: five years are 1826 days, six 2191', () => {
  const problem = (keep: string, years?: number) =>
    problemsOf((lender) => {
      lender.retention.contracts = keep
      if (years) for (const row of lender.rules) if (row.rule === 'keepEvidenceYears') row.value = years
    })
  assert.deepEqual(problem('P1826D'), [])
  assert.deepEqual(problem('P1825D'), [
    { field: 'retention.contracts', message: 'P1826D or more: the rule keepEvidenceYears asks for it' },
  ])
  assert.equal(problem('P1826D', 6)[0]?.message, 'P2191D or more: the rule keepEvidenceYears asks for it')
})
