import assert from 'node:assert/strict'
import { it } from 'node:test'
import { date } from '#contract/dates.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { Failure } from '#server/platform/failure.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'

const day = 24 * 3_600_000
const rouble = 100

onBothDatabases('contacts about an overdue debt', (open) => {
  it('M8: the borrower hears on day 1, within the seven days of the law, and four times more; nothing once it is paid', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    const said = () => bench.sent.filter(({ kind }) => kind.startsWith('overdue'))
    // The 14 days end on Monday 16 March.
    for (let passed = 1; passed <= 45; passed += 1) {
      platform.clock.advance(day)
      await Promise.all([bench.loans.remind(), bench.loans.remind()])
      if (passed <= 14) assert.deepEqual(said(), [], `day ${passed}`)
      if (passed === 15) assert.equal(said().length, 1)
    }
    assert.deepEqual(
      said().map(({ kind }) => kind),
      ['overdue', 'overdueMore', 'overdueMore', 'overdueMore', 'overdueMore'],
    )
    const [first] = said()
    assert.match(
      first?.text ?? '',
      /ООО МКК .*: по договору \S+ просроченная задолженность 16\s800\s₽ с 17 марта 2026: долг 15\s000\s₽, проценты 1\s800\s₽\. Неустойка 20\s% годовых, начислено 8,21\s₽\..*7\s800\s555-00-00/,
    )
    const messages = (await bench.contacts.ofLoan(loanId)).filter(({ kind }) => kind === 'message')
    assert.equal(messages.length, 5)
    const { debt } = await bench.loans.get(actor.id, loanId)
    await bench.pay(loanId, debt.total)
    platform.clock.advance(60 * day)
    await bench.loans.remind()
    assert.equal(said().length, 5)
  })

  it('reminds three days and one day ahead, as the rule of the table says, and not of what is covered', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    await bench.running()
    platform.clock.advance(11 * day)
    await bench.loans.remind()
    assert.match(bench.sent.at(-1)?.text ?? '', /: через 3 дня, 16 марта 2026, платёж по займу 16\s680\s₽/)
    platform.clock.advance(2 * day)
    await bench.loans.remind()
    assert.match(bench.sent.at(-1)?.text ?? '', /: завтра, 16 марта 2026/)
    assert.equal(bench.sent.filter(({ kind }) => kind === 'paymentReminder').length, 2)
  })

  it('a notice that falls in the night, or beyond the counts, goes out at the first minute the law allows', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId, requestId } = await bench.running()
    const debtor = { loanId, clientId: actor.id, requestId }
    platform.clock.set('2026-03-17T00:30:00.000Z')
    await bench.loans.remind()
    assert.equal(bench.sent.at(-1)?.notBefore?.toISOString(), '2026-03-17T05:00:00.000Z')
    const at = await platform.transact((tx) => bench.contacts.message(tx, debtor, 'overdueMore'))
    assert.equal(at?.toISOString(), '2026-03-17T05:00:00.000Z')
    const third = await platform.transact((tx) => bench.contacts.message(tx, debtor, 'overdueMore'))
    assert.equal(third?.toISOString(), '2026-03-18T05:00:00.000Z')
  })

  it('I9: fifty collectors at once make one call; the next is refused with the day it may be', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId, requestId } = await bench.running()
    const debtor = { loanId, clientId: actor.id, requestId }
    platform.clock.set('2026-03-20T09:00:00.000Z')
    const call = (staff: string) =>
      keptFailures(platform, (tx) => bench.contacts.call(tx, debtor, staff)).catch((error: unknown) => error)
    const made = await Promise.all(Array.from({ length: 50 }, (_, index) => call(`collector-${index}`)))
    const refused = made.filter((one) => one instanceof Failure)
    assert.equal(refused.length, 49)
    assert.ok(
      refused.every(({ code, details }) => code === 'contact_limit' && details?.from === '2026-03-21T06:00:00.000Z'),
    )
    platform.clock.set('2026-03-20T18:30:00.000Z')
    const late = await call('night')
    assert.equal((late as Failure).code, 'contact_limit')
    platform.clock.set('2026-03-21T17:30:00.000Z')
    assert.equal(((await call('evening')) as Failure).code, 'contact_hours')
  })

  it('a promise is kept by the money, broken by its day; a stop shuts every path', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId, requestId } = await bench.running()
    const debtor = { loanId, clientId: actor.id, requestId }
    const { contacts } = bench
    const promised = async (until: string) => {
      const id = await platform.transact((tx) => contacts.call(tx, debtor, 'vera'))
      const promise = { day: date(until), amount: 1000 * rouble }
      await platform.transact((tx) => contacts.end(tx, id, 'vera', { result: 'promised', words: 'завтра', promise }))
      await assert.rejects(
        platform.transact((tx) => contacts.end(tx, id, 'vera', { result: 'noAnswer', words: '' })),
        { code: 'state_conflict' },
      )
    }
    const states = async () => (await contacts.ofLoan(loanId)).map(({ promise_state }) => promise_state)
    platform.clock.set('2026-03-18T09:00:00.000Z')
    await promised('2026-03-20')
    await bench.pay(loanId, 1000 * rouble)
    assert.deepEqual(await states(), ['kept'])
    platform.clock.set('2026-03-19T09:00:00.000Z')
    await promised('2026-03-20')
    platform.clock.set('2026-03-21T09:00:00.000Z')
    await bench.loans.look()
    assert.deepEqual(await states(), ['broken', 'kept'])
    assert.equal((await contacts.ofLoan(loanId))[0]?.words, 'завтра')
    platform.clock.set('2026-04-15T09:00:00.000Z')
    await platform.transact((tx) => contacts.stop(tx, actor.id, 'refusal', 'compliance'))
    const refused = keptFailures(platform, (tx) => contacts.call(tx, debtor, 'vera'))
    await assert.rejects(refused, { code: 'contact_stopped' })
    assert.equal(await platform.transact((tx) => contacts.message(tx, debtor, 'overdueMore')), null)
    await platform.transact((tx) => contacts.lift(tx, actor.id, 'compliance'))
    assert.equal((await contacts.verdict(debtor, 'call')) === 'stopped', false)
  })
})
