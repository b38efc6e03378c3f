import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { date } from '#contract/dates.ts'
import type { RegistryBan, RegistryContract, RegistryPart } from '#server/providers/registry/port.ts'
import { banOn, registryFacts } from './facts.ts'

const [one, two, three] = ['1000000000017', '1000000000028', '1000000000039'] as const

const part = (bureau: string, changes: Partial<RegistryPart> = {}): RegistryPart => ({
  bureau,
  asOf: '2027-04-12T11:05:31.000Z',
  outcome: 'given',
  contracts: { state: 'none' },
  ban: { state: 'none' },
  applications: { state: 'none' },
  remarks: [],
  ...changes,
})
const bans = (...items: Array<[RegistryBan['code'], stated: string, from: string]>): Partial<RegistryPart> => ({
  ban: {
    state: 'listed',
    items: items.map(([code, stated, from]) => ({ code, statedAt: `${stated}T07:00:00.000Z`, from })),
  },
})
const contract = (uid: string, changes: Partial<RegistryContract> = {}): RegistryContract => ({
  uid,
  source: one,
  reportedOn: '2027-04-02',
  monthly: 8125_00,
  currency: 'RUB',
  countedOn: '2027-04-01',
  fullCost: '18.28',
  closedOn: null,
  ...changes,
})
const contracts = (...items: RegistryContract[]): Partial<RegistryPart> => ({ contracts: { state: 'listed', items } })
const factsOf = (parts: RegistryPart[], more: Partial<Parameters<typeof registryFacts>[0]> = {}) =>
  registryFacts({
    day: date('2027-04-12'),
    now: new Date('2027-04-12T12:00:00Z'),
    required: [one, two, three],
    parts,
    today: parts,
    own: new Set(),
    lagDays: 7,
    ...more,
  })

describe('a self-ban, over the answers of all bureaus', () => {
  const given = bans(['3', '2026-12-01', '2026-12-02'])
  const rows: ReadonlyArray<[name: string, parts: RegistryPart[], ban: string]> = [
    ['none known anywhere', [part(one), part(two), part(three)], 'none'],
    ['known to one', [part(one), part(two, given), part(three)], 'binding'],
    ['known to one, another silent', [part(one, given), part(two)], 'binding'],
    ['known to none, one silent', [part(one), part(two)], 'unknown'],
    ['known to none, one withheld', [part(one), part(two), part(three, { ban: { state: 'withheld' } })], 'unknown'],
    ['known to none, one unclear', [part(one), part(two), part(three, { ban: { state: 'unclear' } })], 'unknown'],
    [
      'known to none, one with a group nobody knows',
      [part(one), part(two), part(three, { remarks: ['groupUnknown'] })],
      'unknown',
    ],
    [
      'nobody has heard of the person',
      [one, two, three].map((bureau) => part(bureau, { outcome: 'personUnknown' })),
      'none',
    ],
    [
      'lifted, and one bureau does not know it yet',
      [
        part(one, bans(['3', '2026-12-01', '2026-12-02'], ['0', '2027-04-01', '2027-04-03'])),
        part(two, given),
        part(three),
      ],
      'none',
    ],
    [
      'lifted, not yet in force',
      [part(one, bans(['3', '2026-12-01', '2026-12-02'], ['0', '2027-04-11', '2027-04-13'])), part(two), part(three)],
      'binding',
    ],
    ['from tomorrow', [part(one, bans(['1', '2027-04-12', '2027-04-13'])), part(two), part(three)], 'none'],
    ['from today', [part(one, bans(['1', '2027-04-11', '2027-04-12'])), part(two), part(three)], 'binding'],
    [
      'said in the same instant as a lifting',
      [part(one, bans(['0', '2027-04-01', '2027-04-02'], ['5', '2027-04-01', '2027-04-02'])), part(two), part(three)],
      'binding',
    ],
    [
      'banned again after a lifting',
      [part(one, bans(['0', '2027-02-01', '2027-02-03'], ['5', '2027-03-01', '2027-03-02'])), part(two), part(three)],
      'binding',
    ],
    [
      'an older ban under a newer one, lifted between',
      [
        part(
          one,
          bans(['3', '2026-01-01', '2026-01-02'], ['0', '2026-06-01', '2026-06-03'], ['2', '2026-07-01', '2026-07-02']),
        ),
        part(two),
        part(three),
      ],
      'none',
    ],
  ]
  for (const [name, parts, ban] of rows) it(`${name}: ${ban}`, () => assert.equal(factsOf(parts).ban, ban))

  for (const [code, binds] of [
    ['1', true],
    ['2', false],
    ['3', true],
    ['4', false],
    ['5', true],
  ] as const)
    it(`code ${code} ${binds ? 'binds' : 'does not bind'} a lender of this kind who lends remotely`, () => {
      assert.equal(
        banOn('2027-04-12', [part(one, bans([code, '2026-12-01', '2026-12-02']))], true),
        binds ? 'binding' : 'none',
      )
    })

  it('a newer answer of a bureau takes the place of an older one', () => {
    const later = part(one, { asOf: '2027-04-12T11:30:00.000Z' })
    assert.equal(factsOf([part(one, given), later, part(two), part(three)]).ban, 'none')
  })
})

describe('contracts, over the answers of all bureaus', () => {
  it('are one a УИД: the newest payment, the highest cost, closed unless a later report denies it', () => {
    const { contracts: known } = factsOf([
      part(
        one,
        contracts(
          contract('a', { fullCost: null }),
          contract('b', { closedOn: '2027-04-10', reportedOn: '2027-04-10' }),
        ),
      ),
      part(
        two,
        contracts(
          contract('a', { monthly: 8300_00, countedOn: '2027-03-01', fullCost: '18.280' }),
          contract('b', { reportedOn: '2027-04-11' }),
        ),
      ),
      part(three, contracts(contract('c', { closedOn: '2027-04-10' }))),
    ])
    assert.deepEqual(
      known.map(({ uid, monthly, fullCost, closedOn }) => [uid, monthly, fullCost, closedOn]),
      [
        ['a', 8125_00, '18.280', null],
        ['b', 8125_00, '18.28', null],
        ['c', 8125_00, '18.28', '2027-04-10'],
      ],
    )
  })

  it('of our own are left out by their УИД', () => {
    assert.deepEqual(factsOf([part(one, contracts(contract('ours')))], { own: new Set(['ours']) }).contracts, [])
  })

  it('that are too new for the bureaus are perhaps there: signed or paid out lately, by a lender of the kind, not among the contracts', () => {
    const line = (uid: string, stage: number, at: string, lender = '2') => ({
      uid,
      stage,
      at: `${at}T18:00:00.000Z`,
      lender,
      amount: 9000_00,
      reasons: stage === 5 ? [8] : [],
    })
    const applications = {
      state: 'listed' as const,
      items: [
        line('paid', 4, '2027-04-11'),
        line('signed', 3, '2027-04-11'),
        line('bank', 4, '2027-04-11', '1'),
        line('old', 4, '2027-04-01'),
        line('known', 4, '2027-04-11'),
        line('asked', 1, '2027-04-12'),
        line('fraud', 5, '2027-03-01'),
        line('went', 1, '2027-04-10'),
        line('went', 2, '2027-04-11'),
      ],
    }
    const facts = factsOf([part(one, { ...contracts(contract('known')), applications }), part(two), part(three)])
    assert.deepEqual(facts.fresh, ['paid', 'signed'])
    assert.deepEqual(facts.elsewhere, { asked: 1, approved: 1, refusedForFraud: 1 })
  })

  it('are complete when each bureau that must answer has told of ban and contracts', () => {
    const facts = factsOf([
      part(one),
      part(two, { outcome: { failed: 18 } }),
      part(three, { contracts: { state: 'notAsked' } }),
    ])
    assert.deepEqual([facts.complete, facts.missing], [false, [two, three]])
  })
})
