import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { IsoDate } from '#contract/dates.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { demoLender } from '#server/testing/life.ts'
import { usualRights } from '#server/testing/roles.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { withAppeals } from './appeals-bench.ts'
import { groundsOn, holidayEnd } from './conditions.ts'

const day = 24 * 3_600_000
const sveta = { id: 'sveta', rights: usualRights('supervisor') }
const yes = { ground: true, noJudgment: true }

it('those in service ask while their law lasts, 2022-10-07 to 2026-12-31, for the service and 180 days more', () => {
  const { rules } = demoLender()
  const on = (text: string) => text as IsoDate
  assert.ok(!groundsOn(rules, on('2022-10-06')).includes('service'))
  assert.ok(groundsOn(rules, on('2022-10-07')).includes('service'))
  assert.ok(groundsOn(rules, on('2026-12-31')).includes('service'))
  assert.ok(!groundsOn(rules, on('2027-01-01')).includes('service'))
  const asked = { ground: 'service', months: null, serviceUntil: on('2026-06-01') } as const
  assert.equal(holidayEnd(asked, on('2026-03-02'), rules)(on('2026-03-02')), '2026-11-28')
})

function desked(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { appeals } = withAppeals(platform, bench)
  const within = <T>(work: Parameters<typeof keptFailures<T>>[1]) => keptFailures(platform, work)
  const ask = (clientId: string, loan: string, more: object = { ground: 'income', months: 2 }) =>
    within((tx) => appeals.create(tx, clientId, { kind: 'holiday', words: 'Прошу каникулы', loan, ...more }))
  return {
    ...bench,
    appeals,
    within,
    ask,
    decide: async (id: string, outcome: 'granted' | 'refused', judged?: typeof yes) => {
      const { version } = await appeals.one(id, sveta, new Map())
      return within((tx) => appeals.decide(tx, id, version, { outcome, answer: 'Вот.', judged }, sveta))
    },
  }
}

onBothDatabases('the conditions of the law for a holiday', (open) => {
  it('are told to whoever would ask, and are held when the staff decide: what the papers show is said in so many words', async () => {
    const platform = await open()
    const { running, appeals, ask, decide, loans } = desked(platform)
    const { actor, loanId } = await running()
    const stranger = await running()
    await assert.rejects(appeals.terms(stranger.actor.id, loanId, 'income'), code('not_found'))
    const told = await appeals.terms(actor.id, loanId, 'income')
    assert.deepEqual(
      told.conditions.map(({ code: name, kept }) => [name, kept]),
      [
        ['running', true],
        ['sum', true],
        ['length', true],
        ['firstOfGround', true],
        ['noOther', true],
        ['ground', null],
        ['noJudgment', null],
      ],
    )
    assert.equal(told.conditions.find(({ code: name }) => name === 'sum')?.title, 'Сумма займа до 450\u00a0000\u00a0₽')
    const { id } = await ask(actor.id, loanId)
    await assert.rejects(decide(id, 'granted'), code('bad_request'))
    await assert.rejects(decide(id, 'granted', { ...yes, ground: false }), code('bad_request'))
    await assert.rejects(decide(id, 'granted', { ...yes, noJudgment: false }), code('bad_request'))
    await assert.rejects(decide(id, 'refused', yes), code('bad_request'))
    assert.equal((await loans.get(actor.id, loanId)).holiday, null)
    assert.equal(await decide(id, 'granted', yes), true)
    assert.notEqual((await loans.get(actor.id, loanId)).holiday, null)
  })

  it('a loan above the sum, a bankrupt: not given, whatever the papers say', async () => {
    const platform = await open()
    const bench = desked(platform)
    const { running, appeals, ask, decide, contacts, within, lender } = bench
    const { actor, loanId } = await running()
    const { id } = await ask(actor.id, loanId)
    const row = lender.rules.find(({ rule }) => rule === 'holiday')
    const { value } = row as { value: { loanUpTo: number } }
    const before = value.loanUpTo
    Object.assign(value, { loanUpTo: 14_999_00 })
    try {
      const { conditions } = await appeals.one(id, sveta, new Map())
      assert.deepEqual(
        conditions.filter(({ kept }) => kept === false).map(({ code: name }) => name),
        ['sum'],
      )
      await assert.rejects(decide(id, 'granted', yes), code('bad_request'))
    } finally {
      Object.assign(value, { loanUpTo: before })
    }
    await within((tx) => contacts.stop(tx, actor.id, 'bankruptcy', 'kira'))
    await assert.rejects(decide(id, 'granted', yes), code('bad_request'))
    assert.equal(await decide(id, 'refused', yes), false)
  })

  it('service: of any sum, as long as the service and 180 days, and asked for again', async () => {
    const platform = await open()
    const { running, appeals, ask, decide, loans, within } = desked(platform)
    const { actor, loanId } = await running()
    await assert.rejects(ask(actor.id, loanId, { ground: 'service' }), code('bad_request'))
    await assert.rejects(ask(actor.id, loanId, { ground: 'service', serviceUntil: '2026-01-01' }), code('bad_request'))
    const serves = { ground: 'service', serviceUntil: '2026-06-01' }
    const { id } = await ask(actor.id, loanId, serves)
    const { conditions, serviceUntil } = await appeals.one(id, sveta, new Map())
    assert.deepEqual(
      [serviceUntil, conditions.map(({ code: name }) => name)],
      ['2026-06-01', ['running', 'noOther', 'ground', 'noJudgment']],
    )
    await decide(id, 'granted', yes)
    assert.deepEqual((await loans.get(actor.id, loanId)).holiday, { from: '2026-03-02', until: '2026-11-28' })
    platform.clock.advance(30 * day)
    await within((tx) => appeals.endHoliday(tx, actor.id, loanId))
    platform.clock.advance(day)
    const again = await ask(actor.id, loanId, serves)
    assert.equal(await decide(again.id, 'granted', yes), true)
  })
})
