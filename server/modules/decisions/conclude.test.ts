import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { Decimal } from '#contract/calculation/decimal.ts'
import { date } from '#contract/dates.ts'
import { demoLender } from '#server/testing/life.ts'
import { conclude } from './conclude.ts'
import { type DecisionInputs, debtBurden, priceOf, shownBurden } from './inputs.ts'
import { readDecisionRules, rulesInForce, tableOf } from './rules.ts'

const lender = demoLender()
const folder = new URL('../../../config/decision-rules', import.meta.url).pathname
const all = readDecisionRules(folder)
const rules = rulesInForce(all, '2026-03-02')

type Changes = { [K in keyof DecisionInputs]?: Partial<DecisionInputs[K]> | DecisionInputs[K] }

/** A person nothing speaks against, who asks for 15 000 ₽ for 14 days; some things changed. */
function inputs(changes: Changes = {}): DecisionInputs {
  const clean: DecisionInputs = {
    day: date('2026-03-02'),
    lenderKind: 'mkk',
    identityProvider: 'none',
    identified: false,
    ogrn: lender.legal.ogrn,
    rules: lender.rules,
    product: lender.products[0]!,
    wish: { amount: 1_500_000, term: 14, promo: null, firstLoan: false },
    person: { age: 35 },
    income: { declared: 90_000_00, regional: 110_000_00 },
    declaredPayments: 0,
    bureau: {
      name: 'test',
      reportId: '1',
      selfBan: false,
      unpaidLoans: [],
      monthlyIncome: null,
      history: true,
      score: 700,
    },
    own: { loans: 0, shortLoansThisYear: 0, unpaid: [], monthlyPayments: 0, overdueDays: 0 },
    blacklisted: false,
    referredBefore: false,
  }
  const merged = Object.entries(changes).map(([key, value]) => {
    const before = clean[key as keyof DecisionInputs]
    const whole = typeof value !== 'object' || Array.isArray(value) || key === 'product'
    return [key, whole ? value : { ...(before as object), ...value }]
  })
  return { ...clean, ...Object.fromEntries(merged) } as DecisionInputs
}

const unpaid = (fullCostPercent: string, overdueDays: number | null = 0, ours = false) => ({
  lender: ours ? lender.legal.ogrn : '1027700000000',
  balance: 10_000_00,
  monthlyPayment: 1_000_00,
  fullCostPercent,
  overdueDays,
})
const decided = async (changes: Changes = {}) => (await conclude(inputs(changes), rules)).result

/** What hits each row of the demo's table. */
const rows: Record<string, Changes> = {
  blacklisted: { blacklisted: true },
  tooYoung: { person: { age: 17 } },
  tooOld: { person: { age: 76 } },
  overdueElsewhere: { bureau: { unpaidLoans: [unpaid('20.000', 91)] } },
  overdueHere: { own: { loans: 1, overdueDays: 31 } },
  burdenTooHigh: { declaredPayments: 60_000_00 },
  scoreLow: { bureau: { score: 449 } },
  signalsHigh: { signals: [{ kind: 'twoPersons', weight: 100, persons: 2, since: '2026-03-01T00:00:00Z' }] },
  scoreMiddle: { bureau: { score: 450 } },
  scoreMiddleSeen: { bureau: { score: 580 }, referredBefore: true },
  historyUnknown: { bureau: { history: null, score: null } },
  historyUnknownSeen: { bureau: { unpaidLoans: [unpaid('20.000', null)] }, referredBefore: true },
  noHistory: { bureau: { history: false, score: null } },
  burdenHigh: { declaredPayments: 35_000_00 },
  goodClient: { own: { loans: 2 } },
  otherwise: {},
}

describe('the decision table', () => {
  for (const [row, changes] of Object.entries(rows)) {
    it(`answers by the row ${row}`, async () => {
      assert.deepEqual((await decided(changes)).reasons, [row])
    })
  }

  it('has no row that is not tested here', () => {
    const { rows: lines, columns } = tableOf(rules)
    const code = columns.indexOf('Код правила')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line[code]!) as string),
      Object.keys(rows),
    )
  })

  it('picks the rules in force on the day', () => {
    const later = { ...rules, version: 'loan-2027-01-01', from: '2027-01-01' }
    assert.equal(rulesInForce([rules, later], '2026-12-31').version, rules.version)
    assert.equal(rulesInForce([rules, later], '2027-01-01').version, later.version)
    assert.throws(() => rulesInForce([later], '2026-12-31'), RangeError)
  })
})

describe('the law before the table', () => {
  it('refuses a person with a self-ban, with that reason, from the day it is checked', async () => {
    const banned = { bureau: { selfBan: true } }
    assert.deepEqual(await decided(banned), { outcome: 'reject', reasonClass: 'selfBan', reasons: ['selfBan'] })
    assert.equal((await decided({ ...banned, day: date('2025-02-28') })).outcome, 'offer')
  })

  it('refuses a third loan over 200 % from October 2026, a second one over 100 % from April 2027', async () => {
    const two = { bureau: { unpaidLoans: [unpaid('250.000'), unpaid('201.000')] } }
    const one = { bureau: { unpaidLoans: [unpaid('150.000')] } }
    const limit = { outcome: 'reject', reasonClass: 'limits', reasons: ['expensiveLoanLimit'] }
    assert.equal((await decided({ ...two, day: date('2026-09-30') })).outcome, 'offer')
    assert.deepEqual(await decided({ ...two, day: date('2026-10-01') }), limit)
    const esia = { identityProvider: 'esia' as const, identified: true }
    assert.equal((await decided({ ...one, ...esia, day: date('2027-03-31') })).outcome, 'offer')
    assert.deepEqual(await decided({ ...one, ...esia, day: date('2027-04-01') }), limit)
  })

  it('M14: counts dear loans once each, by contract: one here and one elsewhere are two, ours told of by a bureau is one', async () => {
    const day = date('2026-10-01')
    const own = { unpaid: ['292.000'] }
    const elsewhere = { bureau: { unpaidLoans: [unpaid('250.000')] } }
    const ours = { bureau: { unpaidLoans: [unpaid('292.000', 0, true)] } }
    assert.deepEqual((await decided({ day, own, ...elsewhere })).reasons, ['expensiveLoanLimit'])
    assert.equal((await decided({ day, own, ...ours })).outcome, 'offer')
    // A loan of ours that was free costs 0 by its contract.
    assert.equal((await decided({ day, own: { unpaid: ['0.000', '0.000'] } })).outcome, 'offer')
  })

  it('counts our own unpaid loans too', async () => {
    const result = await decided({ own: { unpaid: ['292.000', '292.000'] }, day: date('2026-10-01') })
    assert.deepEqual(result.reasons, ['expensiveLoanLimit'])
  })

  it('allows nine loans of up to 30 days a year', async () => {
    assert.equal((await decided({ own: { loans: 8, shortLoansThisYear: 8 } })).outcome, 'offer')
    assert.deepEqual((await decided({ own: { loans: 9, shortLoansThisYear: 9 } })).reasons, ['shortLoansPerYear'])
  })

  it('caps the overpayment at 1.3 of the principal on 31 March 2026 and at 1.0 on 1 April', async () => {
    const long = { ...lender.products[0]!, term: { min: 5 as never, max: 160, step: 1, start: 14 } }
    const wish = { product: long, wish: { amount: 1_500_000, term: 130 }, declaredPayments: 0 }
    assert.notDeepEqual((await decided({ ...wish, day: date('2026-03-31') })).reasons, ['overpaymentCap'])
    assert.deepEqual((await decided({ ...wish, day: date('2026-04-01') })).reasons, ['overpaymentCap'])
  })

  it('refuses more than a lender of this kind may lend', async () => {
    const result = await decided({ wish: { amount: 600_000_00 } })
    assert.deepEqual(result.reasons, ['largestLoan'])
  })

  it('hands a person back while biometrics are asked for and there is no identity provider', async () => {
    assert.equal((await decided({ day: date('2027-02-28') })).outcome, 'offer')
    assert.deepEqual((await decided({ day: date('2027-03-01') })).reasons, ['otherwise', 'identityMissing'])
    // Where somebody can be asked, the offer waits for it until the signature.
    assert.equal((await decided({ day: date('2027-03-01'), identityAskable: true })).outcome, 'offer')
    // M13: a setting identifies nobody.
    const esia = { identityProvider: 'esia' as const }
    assert.deepEqual((await decided({ day: date('2027-03-01'), ...esia })).reasons, ['otherwise', 'identityMissing'])
    assert.deepEqual((await decided({ ...esia })).reasons, ['otherwise', 'identityMissing'])
    assert.equal((await decided({ day: date('2027-03-01'), ...esia, identified: true })).outcome, 'offer')
  })
})

describe('debt burden', () => {
  const percent = (changes: Changes) => {
    const given = inputs(changes)
    return debtBurden(given, priceOf(given, given.wish.amount)).toFixed(1)
  }

  it('counts the lower of declared and regional income, and what a bureau confirms before both', () => {
    // 16 800 of 84 000
    const wish = { amount: 1_500_000, term: 15 }
    assert.equal(percent({ wish, income: { declared: 84_000_00, regional: 100_000_00 } }), '20.0')
    assert.equal(percent({ wish, income: { declared: 200_000_00, regional: 84_000_00 } }), '20.0')
    assert.equal(percent({ wish, bureau: { monthlyIncome: 168_000_00 } }), '10.0')
    assert.equal(percent({ wish, income: { declared: 0 } }), '999.0')
  })

  it('M26: is compared before it is rounded: 50.04 % is over 50, and says so', async () => {
    const wish = { amount: 1_000_000, term: 5, firstLoan: false }
    assert.deepEqual((await decided({ wish, declaredPayments: 34_636_00 })).reasons, ['burdenHigh'])
    assert.deepEqual((await decided({ wish, declaredPayments: 34_600_00 })).reasons, ['otherwise'])
    assert.equal(shownBurden(new Decimal('50.04'), '50'), '50.04')
    assert.equal(shownBurden(new Decimal('50.0004'), '50'), '50.0004')
    assert.equal(shownBurden(new Decimal('49.96'), '50'), '50.0')
  })

  it('M26: what a bureau does not say is neither «never late» nor «no history»: a second person looks', async () => {
    const silent = { bureau: { history: null, score: null, unpaidLoans: [unpaid('20.000', null)] } }
    assert.deepEqual(await decided(silent), { outcome: 'refer', reasons: ['historyUnknown'] })
    const seen = await decided({ ...silent, referredBefore: true })
    assert.deepEqual(seen.reasons, ['historyUnknownSeen'])
  })

  it('asks for a notice above 50 %, and is not computed below 10 000 ₽', async () => {
    const at = (declaredPayments: number) =>
      decided({ declaredPayments, wish: { amount: 1_000_000, term: 5, firstLoan: false } })
    // 10 400 for the new loan; 90 000 of income
    const exact = await at(34_600_00)
    assert.ok(exact.outcome === 'offer' && exact.debtBurden?.percent === '50.0' && !exact.debtBurden.notice)
    const small = await decided({ wish: { amount: 950_000 } })
    assert.ok(small.outcome === 'offer' && small.debtBurden === null)
    const over = await decided({ declaredPayments: 40_000_00 })
    assert.ok(over.outcome === 'offer' && over.debtBurden?.notice)
  })
})

describe('a decision', () => {
  it('is the same each time, and never offers more than was asked, off the steps or dearer', async () => {
    const any = fc.record({
      amount: fc.integer({ min: 2, max: 60 }).map((steps) => steps * 50_000),
      term: fc.integer({ min: 5, max: 30 }),
      score: fc.option(fc.integer({ min: 300, max: 850 })),
      payments: fc.integer({ min: 0, max: 80_000_00 }),
      age: fc.integer({ min: 14, max: 90 }),
      referredBefore: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(any, async ({ amount, term, score, payments, age, referredBefore }) => {
        const given = inputs({
          wish: { amount, term },
          bureau: { score, history: score !== null },
          declaredPayments: payments,
          person: { age },
          referredBefore,
        })
        const first = await conclude(given, rules)
        assert.deepEqual(await conclude(structuredClone(given), rules), first)
        if (first.result.outcome !== 'offer') return
        const { min, step } = given.product.amount
        assert.ok(first.result.amount <= amount && first.result.amount >= min)
        assert.equal((first.result.amount - min) % step, 0)
        assert.equal(first.result.dailyRate, given.product.dailyRate)
      }),
      { numRuns: 1000 },
    )
  })
})
