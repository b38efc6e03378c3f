import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Facts } from '#contract/facts.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { demoLender, lifeBench } from '#server/testing/life.ts'
import { replay } from './replaying.ts'

const decisions = Number(process.env.DECISIONS ?? 100)

const products = demoLender().products

/** Invented people of all kinds: what they ask for, live on and owe, and what the sandbox bureau knows of them. */
const person: fc.Arbitrary<Facts> = fc
  .record({
    product: fc.constantFrom(...products),
    share: fc.nat(100),
    long: fc.nat(100),
    // 01 to 10 make the sandbox bureau know something; 09 makes it silent
    passport: fc.oneof(fc.nat(10), fc.nat(99)).filter((digits) => digits !== 9),
    born: fc.integer({ min: 1945, max: 2008 }),
    income: fc.integer({ min: 0, max: 300_000 }),
    debtPayments: fc.integer({ min: 0, max: 120_000 }),
    region: fc.constantFrom('Москва', 'Республика Тыва', 'Неизвестный край'),
    firstLoan: fc.boolean(),
  })
  .map(({ product: { id, amount, term }, share, long, passport, born, income, debtPayments, ...rest }) => ({
    ...rest,
    product: id,
    amount: amount.min + Math.floor(((amount.max - amount.min) * share) / 100 / amount.step) * amount.step,
    term: term.min + Math.floor(((term.max - term.min) * long) / 100),
    passportNumber: `45000000${String(passport).padStart(2, '0')}`,
    birthDate: `${born}-05-17`,
    income: income * 100,
    officialIncome: income * 100,
    debtPayments: debtPayments * 100,
  }))

onBothDatabases(`${decisions} decisions`, (open) => {
  it('are each the same when made again from what was kept', async (context) => {
    const platform = await open()
    const life = lifeBench(platform)
    const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
    const outcomes = new Map<string, number>()
    for (const facts of fc.sample(person, { numRuns: decisions, seed })) {
      const { id } = await life.offered(facts)
      const [made] = await life.decisions.list(id)
      assert.ok(made, `seed ${seed}`)
      const again = await replay(platform.db, platform.clientKeys, made.id)
      assert.equal(again?.same, true, `seed ${seed}: ${JSON.stringify(again)}`)
      const what = `${made.outcome} ${made.reasons.join(',')}`
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1)
    }
    const told = [...outcomes].sort(([, a], [, b]) => b - a).map(([what, count]) => `${count} ${what}`)
    for (const outcome of ['offer', 'reject'])
      assert.ok(
        [...outcomes.keys()].some((what) => what.startsWith(outcome)),
        `seed ${seed}: no ${outcome}`,
      )
    context.diagnostic(`seed ${seed}: ${decisions} decisions, ${decisions} equal when replayed: ${told.join('; ')}`)
  })
})
