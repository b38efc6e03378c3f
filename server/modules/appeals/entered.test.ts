import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addDays } from '#contract/dates.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { usualRights } from '#server/testing/roles.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { withAppeals } from './appeals-bench.ts'
import type { Entering } from './registering.ts'

const day = 24 * 3_600_000
const staff = (id: string, role: string) => ({ id, rights: usualRights(role) })
const [kira, sveta] = [staff('kira', 'compliance'), staff('sveta', 'supervisor')]
const names = new Map([
  ['kira', 'Кира'],
  ['sveta', 'Света'],
])

function desked(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { appeals } = withAppeals(platform, bench)
  const within = <T>(work: Parameters<typeof keptFailures<T>>[1]) => keptFailures(platform, work)
  const today = () => bench.loans.today()
  return {
    ...bench,
    appeals,
    today,
    enter: (asked: Partial<Entering>) =>
      within((tx) =>
        appeals.enter(tx, 'kira', {
          kind: 'complaint',
          words: 'Письмо вх. 12',
          way: 'post',
          cameOn: today(),
          ...asked,
        }),
      ),
    decide: async (id: string, outcome: string, who = kira) => {
      const { version } = await appeals.one(id, who, names)
      return within((tx) => appeals.decide(tx, id, version, { outcome: outcome as 'done', answer: 'Ответ.' }, who))
    },
  }
}

onBothDatabases('what came on paper', (open) => {
  it('has the clock of the law from the day it came, and is shown to the borrower with how it came', async () => {
    const platform = await open()
    const { running, appeals, enter, loans, today, sent } = desked(platform)
    const { actor, loanId } = await running()
    const { contract } = await loans.get(actor.id, loanId)
    platform.clock.advance(7 * day)
    const made = await enter({ contract, cameOn: addDays(today(), -4) })
    // Thursday 5 March, a holiday on Monday 9 March; fifteen working days.
    assert.equal(made.answerBy, '2026-03-27')
    assert.match(sent.at(-1)?.text ?? '', /зарегистрировано, ответим до 27 марта 2026/)
    const [seen] = await appeals.list(actor.id)
    assert.deepEqual([seen?.way, seen?.cameOn, seen?.words], ['post', '2026-03-05', 'Письмо вх. 12'])
    const page = await appeals.one(made.id, kira, names)
    assert.deepEqual([page.enteredBy, page.way, page.loan], ['Кира', 'post', null])
    const [item] = (await appeals.queue({}, names)).items
    assert.equal(item?.way, 'post')
  })

  it('a holiday asked for by letter: silence counts from the letter, and the holiday too', async () => {
    const platform = await open()
    const { running, enter, loans, today } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(6 * day)
    const holiday = { kind: 'holiday', loan: loanId, ground: 'emergency', months: 3, way: 'counter' } as const
    await assert.rejects(enter({ ...holiday, months: 7 }), code('bad_request'))
    await enter({ ...holiday, cameOn: addDays(today(), -2) })
    platform.clock.advance(8 * day)
    await platform.jobs.runSweep('appeals')
    assert.equal((await loans.get(actor.id, loanId)).holiday, null)
    platform.clock.advance(day)
    await platform.jobs.runSweep('appeals')
    assert.deepEqual((await loans.get(actor.id, loanId)).holiday, { from: '2026-03-06', until: '2026-06-06' })
  })

  it('names a day there was, a contract there is, a client there is', async () => {
    const platform = await open()
    const { running, enter, today } = desked(platform)
    const { loanId } = await running()
    for (const cameOn of [addDays(today(), 1), addDays(today(), -91)])
      await assert.rejects(enter({ loan: loanId, cameOn }), code('bad_request'))
    await assert.rejects(enter({ loan: loanId, cameOn: addDays(today(), -1) }), code('bad_request'), 'before the loan')
    await assert.rejects(enter({ contract: '260302-000000-00' }), code('bad_request'))
    await assert.rejects(enter({}), code('bad_request'))
    await assert.rejects(enter({ loan: 'nothing' }), code('not_found'))
    await assert.rejects(enter({ kind: 'holiday', contract: '' }), code('bad_request'))
  })

  it('a refusal of contacts: on paper only, decided by compliance in a working day, of all contacts from four months overdue', async () => {
    const platform = await open()
    const { running, enter, decide, contacts, loans, appeals } = desked(platform)
    const { actor, loanId } = await running()
    const refusal = { kind: 'contactRefusal', loan: loanId } as const
    await assert.rejects(enter({ ...refusal, way: 'email' }), code('bad_request'))
    const { id, answerBy } = await enter(refusal)
    assert.equal(answerBy, '2026-03-03')
    await assert.rejects(decide(id, 'lawyer', sveta), code('forbidden'))
    await assert.rejects(decide(id, 'stopped'), code('bad_request'))
    assert.equal(await decide(id, 'refused'), false, 'a refusal of a right takes two')
    await decide(id, 'lawyer')
    assert.equal(await contacts.stopOf(actor.id), 'lawyer')
    assert.equal((await appeals.list(actor.id))[0]?.outcome, 'lawyer')
    await platform.transact((tx) => contacts.lift(tx, actor.id, 'kira'))
    platform.clock.advance(14 * day)
    await loans.look()
    platform.clock.advance(125 * day)
    await loans.look()
    const again = await enter(refusal)
    await decide(again.id, 'stopped')
    assert.equal(await contacts.stopOf(actor.id), 'refusal')
  })
})
