import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addDays, date, type IsoDate } from '#contract/dates.ts'
import { instantInZone } from '#contract/zones.ts'
import type { Persona } from '#server/providers/registry/stand-in/persons.ts'
import type { Known } from '#server/providers/registry/stand-in/words.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { demoLender } from '#server/testing/life.ts'
import { registryBench } from './registry-bench.ts'

interface Row {
  readonly who: string
  readonly knows: (day: IsoDate) => Known
  /** Of the day before, the day, the day after. */
  readonly at: string
  /** Null: no decision rules of the demo lender are that old. */
  readonly decision: readonly [string, string, string] | null
  readonly later: readonly [string, string, string]
}

const same = <T>(value: T) => [value, value, value] as const
const since = <T>(before: T, after: T) => [before, after, after] as const
const ban = (stated: string, from: string): Known => ({ bans: [['3', stated, from]] })
const dear = (cost: string, count = 1): Known => ({ contracts: Array.from({ length: count }, () => ({ cost })) })
const paidOff =
  (cost: string, daysAgo: number) =>
  (day: IsoDate): Known => ({
    contracts: [{ cost, monthly: 0, closed: addDays(day, -daysAgo) }],
  })
const offer = 'Approved'
const person = 'Queued'
const limits = 'Rejected: limits'
const selfBan = 'Rejected: selfBan'

/** Written by hand from the law's page: the product of a demo lender costs 292 % a year. */
const rows: readonly Row[] = [
  { at: '2025-03-01', who: 'nothing known', knows: () => ({}), decision: null, later: same('free') },
  {
    at: '2025-03-01',
    who: 'a self-ban',
    knows: () => ban('2024-12-01', '2024-12-02'),
    decision: null,
    later: since('free', 'selfBan'),
  },
  {
    at: '2026-06-15',
    who: 'a self-ban from that day',
    knows: () => ban('2026-06-14', '2026-06-15'),
    decision: since(offer, selfBan),
    later: since('free', 'selfBan'),
  },
  {
    at: '2026-06-15',
    who: 'a self-ban lifted from that day',
    knows: () => ({
      bans: [
        ['3', '2026-01-01', '2026-01-02'],
        ['0', '2026-06-13', '2026-06-15'],
      ],
    }),
    decision: [selfBan, offer, offer],
    later: ['selfBan', 'free', 'free'],
  },
  {
    at: '2026-06-15',
    who: 'a ban of banks only',
    knows: () => ({ bans: [['2', '2026-01-01', '2026-01-02']] }),
    decision: same(offer),
    later: same('free'),
  },
  {
    at: '2026-10-01',
    who: 'two loans over 200 %',
    knows: () => dear('250.000', 2),
    decision: since(offer, limits),
    later: since('free', 'expensiveLoanLimit'),
  },
  {
    at: '2026-10-01',
    who: 'two loans of exactly 200 %',
    knows: () => dear('200.000', 2),
    decision: same(offer),
    later: same('free'),
  },
  {
    at: '2026-10-01',
    who: 'one over 200 %, one of unknown cost',
    knows: () => ({ contracts: [{ cost: '250' }, { cost: '-' }] }),
    decision: since(offer, person),
    later: same('free'),
  },
  {
    at: '2026-10-01',
    who: 'one over 200 %, one of yesterday',
    knows: (day) => ({
      contracts: [{ cost: '250' }],
      applications: [{ at: `${addDays(day, -1)}T12:00:00+03:00`, stage: 4 }],
    }),
    decision: since(offer, person),
    later: same('free'),
  },
  {
    at: '2027-04-01',
    who: 'one loan over 100 %',
    knows: () => dear('150.000'),
    decision: since(offer, limits),
    later: since('free', 'expensiveLoanLimit'),
  },
  {
    at: '2027-04-01',
    who: 'one loan of exactly 100 %',
    knows: () => dear('100.000'),
    decision: same(offer),
    later: same('free'),
  },
  {
    at: '2027-04-01',
    who: 'one loan of 100.001 %',
    knows: () => dear('100.001'),
    decision: since(offer, limits),
    later: since('free', 'expensiveLoanLimit'),
  },
  {
    at: '2027-04-01',
    who: 'a dear loan paid off three days ago',
    knows: paidOff('254.405', 3),
    decision: since(offer, limits),
    later: since('free', 'expensiveLoanPause'),
  },
  {
    at: '2027-04-01',
    who: 'a dear loan paid off four days ago',
    knows: paidOff('254.405', 4),
    decision: same(offer),
    later: same('free'),
  },
  {
    at: '2027-04-01',
    who: 'a dear loan paid off today',
    knows: paidOff('254.405', 0),
    decision: since(offer, limits),
    later: since('free', 'expensiveLoanPause'),
  },
  {
    at: '2027-04-01',
    who: 'a loan of 100 % paid off yesterday',
    knows: paidOff('100', 1),
    decision: same(offer),
    later: same('free'),
  },
  {
    at: '2027-04-01',
    who: 'a loan of unknown cost paid off yesterday',
    knows: paidOff('-', 1),
    decision: since(offer, person),
    later: same('free'),
  },
]

onBothDatabases('registries around each day of the law', (open) => {
  it('the day before, the day and the day after: at the decision, at signing, at the payout', async () => {
    const platform = await open()
    // Identification has a table of its own: it would hide what this one shows.
    const lender = demoLender()
    Object.assign(lender, { rules: lender.rules.filter(({ rule }) => rule !== 'biometricsFor') })
    const state: { persona: Persona } = { persona: { known: [{}] } }
    const life = registryBench(platform, { lender, twists: { persona: () => state.persona } })
    const [product] = lender.products
    assert.ok(product)
    const terms = { product, amount: 15_000_00, term: 14, promo: null, firstLoan: false }
    for (const { who, at, knows, decision, later } of rows)
      for (const turn of [0, 1, 2] as const) {
        const day = addDays(date(at), turn - 1) as IsoDate
        const midnight = instantInZone(day, turn === 0 ? 24 : 0, 'Europe/Moscow').getTime()
        // Ten minutes before midnight and ten after it are two days of the law.
        platform.clock.set(new Date(midnight + (turn === 0 ? -600_000 : 600_000)).toISOString())
        state.persona = { known: [{}, knows(day), {}] }
        const said = `${who}, ${day}`
        if (decision) {
          const { id } = await life.decided('55')
          assert.equal(await life.outcome(id), decision[turn], `${said}: decision`)
        }
        for (const when of ['signing', 'payout'] as const) {
          const fresh = await life.approved(life.facts('55'))
          const found = await life.bars(await life.current(fresh.id), terms, when)
          assert.equal(found?.reason ?? 'free', later[turn], `${said}: ${when}`)
        }
      }
  })
})
