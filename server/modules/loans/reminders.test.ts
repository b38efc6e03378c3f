import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'

const day = 24 * 3_600_000
const rouble = 100

onBothDatabases('what a borrower is told of a loan', (open) => {
  it('is reminded the day before the payment, once', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { loanId } = await bench.running()
    const told = async (days: number) => {
      platform.clock.advance(days * day)
      await Promise.all([bench.loans.remind(), bench.loans.remind()])
      return bench.sent.filter(({ kind }) => kind === 'paymentReminder').map(({ text }) => text)
    }
    assert.deepEqual(await told(12), [])
    const [text, ...more] = await told(1)
    assert.match(text ?? '', /завтра, 16 марта 2026, платёж по займу 16\s680\s₽/)
    assert.deepEqual(more, [])
    assert.equal((await told(0)).length, 1)
    assert.equal((await told(3)).length, 1)
    assert.ok(loanId)
  })

  it('is reminded of the new date after a prolongation, and of nothing once the loan is closed', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.signIt(actor, id, await bench.codeFor(actor, id))
    await bench.pay(loanId, 1200 * rouble)
    platform.clock.advance(3 * day)
    await bench.loans.remind()
    const reminders = () => bench.sent.filter(({ kind }) => kind === 'paymentReminder')
    assert.deepEqual(reminders(), [])
    platform.clock.advance(10 * day)
    await bench.loans.remind()
    assert.match(reminders()[0]?.text ?? '', /26 марта 2026/)
    const { debt } = await bench.loans.get(actor.id, loanId)
    await bench.pay(loanId, debt.total)
    platform.clock.advance(20 * day)
    await bench.loans.remind()
    assert.equal(reminders().length, 1)
    assert.equal(bench.sent.at(-1)?.kind, 'loanClosed')
  })

  it('hears of each payment once: what came, what is left', async () => {
    const bench = prolongationsBench(await open())
    const { loanId } = await bench.running()
    await Promise.all(Array.from({ length: 20 }, () => bench.pay(loanId, 5000 * rouble, 'one')))
    const received = bench.sent.filter(({ kind }) => kind === 'paymentReceived')
    assert.equal(received.length, 1)
    assert.match(received[0]?.text ?? '', /5\s000\s₽ получен.*осталось 10\s000\s₽/)
  })
})
