import assert from 'node:assert/strict'
import { test } from 'node:test'
import json from '#config/lender.json' with { type: 'json' }
import { date } from '../dates.ts'
import { type Product, validateLender } from '../lender.ts'
import { kopecks } from '../money.ts'
import { quickPrice } from './quick.ts'
import { quote } from './quote.ts'

const verdict = validateLender(json)
assert.ok(verdict.ok)
const { products, rules } = verdict.lender
const day = date('2026-11-21')

/** Throws where it is not the price of the offer. */
function compare(product: Product, amount: number, term: number, promo: string | null = null): void {
  const wish = { amount: kopecks(amount), term, promo, firstLoan: false }
  const quick = quickPrice(product, wish, day)
  const { payment, totalToReturn, lastDate, fullCostPercent } = quote(product, wish, day, rules)
  assert.deepEqual(
    quick,
    { payment, totalToReturn, lastDate, fullCostPercent },
    `${product.id} ${amount} ${term} ${promo}`,
  )
}

function* steps({ min, max, step }: { min: number; max: number; step: number }) {
  for (let value = min; value <= max; value += step) yield value
}

test('the price before the programs is the price after them: every product, sum, term and promo of the demo lender', (context) => {
  let sums = 0
  for (const product of products) {
    for (const amount of steps(product.amount)) {
      for (const term of steps(product.term)) {
        const promos = product.kind === 'single' ? [null, ...product.promos.map(({ code }) => code)] : [null]
        for (const promo of promos) {
          compare(product, amount, term, promo)
          sums += 1
        }
      }
    }
  }
  context.diagnostic(`${sums} prices`)
})

test('the same for products of other lenders: odd rates, intervals and sums', () => {
  let state = 20261123
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return state % below
  }
  for (let n = 0; n < 4000; n += 1) {
    const dailyRate = ['0', '0.001', '0.0079', '0.00333', '0.008', '0.0001234', '0.00789'][next(7)]!
    const base = products[n % 2]!
    const product = base.kind === 'single' ? { ...base, dailyRate } : { ...base, dailyRate, everyDays: 5 + next(40) }
    compare(product, 1 + next(100_000_000), 1 + next(base.kind === 'single' ? 180 : 40))
  }
})

test('a half to the digit is decided by whole numbers', () => {
  const single = products[0]!
  compare({ ...single, dailyRate: '0.01' } as Product, 50, 1)
  for (let amount = 1; amount <= 2000; amount += 1)
    compare({ ...single, dailyRate: '0.005' } as Product, amount * 73, 1)
  // half of the sum an interval, two payments of 0.9 of it: half a kopeck for every fifth
  const instalments = { ...products[1]!, dailyRate: '0.01', everyDays: 50 } as Product
  for (let amount = 1; amount <= 500; amount += 1) for (const term of [1, 2, 3]) compare(instalments, amount, term)
})
