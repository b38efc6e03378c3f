import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { it } from 'node:test'
import { addDays, date, type IsoDate } from '#contract/dates.ts'
import type { LenderKind } from '#contract/rules.ts'
import { instantInZone } from '#contract/zones.ts'
import type { Bureau, BureauReport } from '#server/providers/bureau/port.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { demoLender, lifeBench, somebody } from '#server/testing/life.ts'
import { conclude } from './conclude.ts'
import type { DecisionInputs } from './inputs.ts'
import { readDecisionRules, rulesInForce } from './rules.ts'

const [payday] = demoLender().products
const long = { ...payday!, term: { min: 5, max: 160, step: 1, start: 14 } } as typeof payday & {}
const folder = new URL('../../../config/decision-rules', import.meta.url).pathname
const decisionRules = rulesInForce(readDecisionRules(folder), '2026-03-02')

const dear = (fullCostPercent: string) => ({
  balance: 1,
  monthlyPayment: 1,
  fullCostPercent,
  overdueDays: 0,
  lender: '1027700000000',
})

interface Scene {
  /** The first day of the row of the table. */
  readonly day: string
  readonly rule: string
  readonly who: string
  readonly report?: Partial<BureauReport>
  readonly kind?: LenderKind
  readonly product?: typeof long
  readonly term?: number
  readonly debts?: number
  /** The day before, the day, the day after: at the decision, and equally at signing and at the payout. */
  readonly decision: readonly [string, string, string]
  readonly later: readonly [string, string, string]
}

const fromDay = (before: string, since: string) => [before, since, since] as const

/** Which day of the table changes what. Written by hand from the law's page, not read from the table. */
const scenes: readonly Scene[] = [
  {
    day: '2023-07-01',
    rule: 'dailyRateCap fullCostCap overpaymentCap',
    who: 'anybody',
    decision: fromDay('no rule', 'offer'),
    later: fromDay('no rule', 'free'),
  },
  {
    day: '2024-01-01',
    rule: 'debtBurdenFrom debtBurdenNotice',
    who: 'debts that take more than half of the income',
    debts: 40_000_00,
    decision: fromDay('offer', 'offer with the notice'),
    later: fromDay('free', 'free'),
  },
  {
    day: '2025-03-01',
    rule: 'selfBanChecked',
    who: 'forbade themselves to borrow',
    report: { selfBan: true },
    decision: fromDay('offer', 'selfBan'),
    later: fromDay('free', 'selfBan'),
  },
  {
    day: '2026-03-01',
    rule: 'biometricsFor',
    who: 'nobody identified, a company (МФК)',
    kind: 'mfk',
    decision: fromDay('offer', 'refer: identityMissing'),
    later: fromDay('free', 'identityMissing'),
  },
  {
    day: '2026-04-01',
    rule: 'overpaymentCap',
    who: '130 days at 0.8 % a day',
    product: long,
    term: 130,
    decision: fromDay('offer', 'overpaymentCap'),
    later: fromDay('free', 'overpaymentCap'),
  },
  {
    day: '2026-10-01',
    rule: 'expensiveLoanLimit',
    who: 'two unpaid loans over 200 %',
    report: { unpaidLoans: [dear('250.000'), dear('201.000')] },
    decision: fromDay('offer', 'expensiveLoanLimit'),
    later: fromDay('free', 'expensiveLoanLimit'),
  },
  {
    day: '2026-10-01',
    rule: 'expensiveLoanLimit',
    who: 'one unpaid loan over 200 %, one of exactly 200',
    report: { unpaidLoans: [dear('250.000'), dear('200.000')] },
    decision: ['offer', 'offer', 'offer'],
    later: ['free', 'free', 'free'],
  },
  {
    day: '2027-03-01',
    rule: 'biometricsFor',
    who: 'nobody identified, a small company (МКК)',
    kind: 'mkk',
    decision: fromDay('offer', 'refer: identityMissing'),
    later: fromDay('free', 'identityMissing'),
  },
  {
    day: '2027-04-01',
    rule: 'expensiveLoanLimit',
    who: 'one unpaid loan over 100 %; identity is missing by then',
    report: { unpaidLoans: [dear('150.000')] },
    decision: fromDay('refer: identityMissing', 'expensiveLoanLimit'),
    later: fromDay('identityMissing', 'expensiveLoanLimit'),
  },
]

/** Days that change no decision, and the test of each: it names the day. */
const elsewhere: Readonly<Record<string, string>> = {
  'holiday 2024-01-01': 'contract/appeals.test.ts',
  'complaints 2024-07-01': 'contract/appeals.test.ts',
  'inheritance 2025-09-01': 'server/modules/loan-desk/marks.test.ts',
  'serviceHoliday 2022-10-07': 'server/modules/appeals/holidays.test.ts',
  'identityAccepted 2026-03-01': 'server/modules/decisions/identity-dates.test.ts',
  'paymentOrder 2014-07-01': 'contract/rules.test.ts',
  'paymentOrder 2024-07-01': 'contract/rules.test.ts',
  'prolongationsPerYear 2019-01-01': 'contract/rules.test.ts',
  'coolingOff 2025-09-01': 'contract/rules.test.ts',
  'receiverIsBorrower 2025-09-01': 'server/modules/payouts/payouts.test.ts',
  'consentIsOwnDocument 2025-09-01': 'contract/rules.test.ts',
  'advertisingPhrases 2025-01-01': 'contract/rules.test.ts',
  'expensiveLoanPause 2027-04-01': 'server/modules/registry/law-table.test.ts',
}

/** What a decision answers, in a word. */
async function decided(inputs: DecisionInputs): Promise<string> {
  const { result } = await conclude(inputs, decisionRules)
  if (result.outcome === 'offer') return result.debtBurden?.notice ? 'offer with the notice' : 'offer'
  const last = result.reasons.at(-1) ?? ''
  return result.outcome === 'refer' ? `refer: ${last}` : last
}

const orNoRule = async (ask: () => Promise<string>) =>
  ask().catch((error: unknown) => {
    if (error instanceof RangeError && /the rule table has no/.test(error.message)) return 'no rule'
    throw error
  })

onBothDatabases('decisions around each day of the law', (open) => {
  it('the day before, the day and the day after; at the decision, at signing, at the payout', async () => {
    const platform = await open()
    const plain = sandboxBureau()
    let report: Partial<BureauReport> = {}
    const bureau: Bureau = {
      name: 'changing',
      report: async (person) => ({ ...(await plain.report(person)), ...report }),
    }
    const lender = demoLender()
    const life = lifeBench(platform, lender, bureau)
    for (const {
      day,
      rule,
      who,
      kind = 'mkk',
      product = payday!,
      term = 14,
      debts = 0,
      decision,
      later,
      ...scene
    } of scenes) {
      report = { history: true, score: 700, selfBan: false, monthlyIncome: null, unpaidLoans: [], ...scene.report }
      Object.assign(lender.legal, { kind })
      for (const [at, expected] of decision.entries()) {
        const on = addDays(date(day), at - 1) as IsoDate
        const wish = { amount: 15_000_00, term, promo: null, firstLoan: false }
        const inputs: DecisionInputs = {
          day: on,
          lenderKind: kind,
          identityProvider: 'none',
          identified: false,
          ogrn: lender.legal.ogrn,
          rules: lender.rules,
          product,
          wish,
          person: { age: 35 },
          income: { declared: 90_000_00, regional: 110_000_00 },
          declaredPayments: debts,
          bureau: { ...(await bureau.report({ passportNumber: somebody.passportNumber } as never)), name: 'test' },
          own: { loans: 0, shortLoansThisYear: 0, unpaid: [], monthlyPayments: 0, overdueDays: 0 },
          blacklisted: false,
          referredBefore: false,
        }
        const said = `${rule}, ${who}, ${on}`
        assert.equal(await orNoRule(() => decided(inputs)), expected, `${said}: decision`)
        // Ten minutes before midnight and ten after it are two days of the law.
        platform.clock.set(
          new Date(
            instantInZone(on, at === 0 ? 24 : 0, lender.zone).getTime() + (at === 0 ? -600_000 : 600_000),
          ).toISOString(),
        )
        for (const when of ['signing', 'payout'] as const) {
          const { id } = await life.approved()
          const request = await life.current(id)
          const bar = () => life.bars(request, { product, ...wish }, when).then((found) => found?.reason ?? 'free')
          assert.equal(await orNoRule(bar), later[at], `${said}: ${when}`)
        }
      }
    }
  })

  it('leaves no dated row of the table out', () => {
    const root = new URL('../../../', import.meta.url)
    for (const { rule, from } of demoLender().rules) {
      if (from === null || scenes.some((scene) => scene.day === from && scene.rule.split(' ').includes(rule))) continue
      const file = elsewhere[`${rule} ${from}`]
      assert.ok(file, `nothing shows what ${rule} changes on ${from}`)
      assert.ok(readFileSync(new URL(file, root), 'utf8').includes(from), `${file} does not name ${from}`)
    }
  })
})
