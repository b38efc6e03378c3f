import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { prolongationsBench } from './prolongations-bench.ts'

const day = 24 * 3_600_000
const rouble = 100

onBothDatabases('a prolongation', (open) => {
  it('is quoted: new date, what to pay now, total, full cost', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { price, refusal, days } = await bench.prolongations.quote(actor.id, loanId, 10)
    assert.equal(refusal, null)
    assert.deepEqual(days, { min: 5, max: 30 })
    assert.equal(price?.payNow, 1200 * rouble)
    assert.equal(price?.oldDueDate, '2026-03-16')
    assert.equal(price?.newDueDate, '2026-03-26')
    assert.equal(price?.totalOnNewDate, (15_000 + 14 * 120) * rouble)
    assert.equal(price?.overpaymentInAll, 24 * 120 * rouble)
  })

  for (const order of ['signed, then paid', 'paid, then signed'] as const) {
    it(`is in force when ${order}`, async () => {
      const platform = await open()
      const bench = prolongationsBench(platform)
      const { actor, loanId, requestId } = await bench.running()
      platform.clock.advance(10 * day)
      const { id } = await bench.create(actor, loanId, 10)
      const sign = async () => bench.signIt(actor, id, await bench.codeFor(actor, id))
      const pay = () => bench.pay(loanId, 1200 * rouble)
      for (const act of order === 'signed, then paid' ? [sign, pay] : [pay, sign]) {
        assert.equal((await bench.current(id)).state, 'Approved')
        assert.equal((await bench.loans.get(actor.id, loanId)).dueDate, '2026-03-16')
        await act()
      }
      const done = await bench.current(id)
      assert.equal(done.state, 'Processed')
      assert.deepEqual(done.shown.prolongation, {
        loanId,
        newDueDate: '2026-03-26',
        until: '2026-03-16',
        signed: true,
        paid: true,
      })
      const loan = await bench.loans.get(actor.id, loanId)
      assert.equal(loan.dueDate, '2026-03-26')
      assert.equal(loan.debt.total, 15_000 * rouble)
      assert.equal((await bench.current(requestId)).shown.loan?.dueDate, '2026-03-26')
      assert.match(bench.sent.at(-1)?.text ?? '', /продлён до 26 марта 2026/)
    })
  }

  it('keeps a payment of the day before the signature: nothing more is asked for', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.pay(loanId, 1200 * rouble)
    platform.clock.advance(day)
    await bench.signIt(actor, id, await bench.codeFor(actor, id))
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.equal((await bench.loans.get(actor.id, loanId)).dueDate, '2026-03-26')
  })

  it('counts small payments together, and the same notice once', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.signIt(actor, id, await bench.codeFor(actor, id))
    await Promise.all(Array.from({ length: 20 }, () => bench.pay(loanId, 600 * rouble, 'one')))
    assert.equal((await bench.current(id)).state, 'Approved')
    await bench.pay(loanId, 600 * rouble, 'two')
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.equal((await bench.loans.get(actor.id, loanId)).payments.length, 2)
  })

  it('meets itself when payment and signature come at once', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    const frozen = await bench.codeFor(actor, id)
    const { version } = await bench.current(id)
    // The payment changes the request, so a signature that comes second is asked for once more: none is lost.
    const [signed] = await Promise.allSettled([
      bench.signIt(actor, id, frozen, { version }),
      bench.pay(loanId, 1200 * rouble),
    ])
    if (signed.status === 'rejected') {
      assert.ok(code('version_conflict')(signed.reason))
      platform.clock.advance(61_000)
      await bench.signIt(actor, id, await bench.codeFor(actor, id))
    }
    assert.equal((await bench.current(id)).state, 'Processed')
    assert.equal((await bench.loans.get(actor.id, loanId)).dueDate, '2026-03-26')
  })

  it('has one effect when signed twenty times at once', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.pay(loanId, 1200 * rouble)
    const frozen = await bench.codeFor(actor, id)
    const { version } = await bench.current(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => bench.signIt(actor, id, frozen, { version })))
    assert.ok(answers.every(({ state }) => state === 'Processed'))
    assert.equal(bench.sent.filter(({ kind }) => kind === 'prolonged').length, 1)
    assert.equal((await bench.loans.own(actor.id, loanId)).loan.prolongations.length, 1)
  })

  it('is one a loan: asked for twenty times, made once', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const made = await Promise.all(Array.from({ length: 20 }, () => bench.create(actor, loanId, 10)))
    assert.equal(new Set(made.map(({ id }) => id)).size, 1)
    await assert.rejects(bench.create(actor, loanId, 12), code('state_conflict'))
    assert.equal((await bench.requests.list(actor.id))[0]?.id, made[0]?.id)
  })

  it('may be given up before it is signed, and asked for anew', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id, version } = await bench.create(actor, loanId, 10)
    await platform.transact((tx) => bench.prolongations.cancel(tx, actor.id, id, version))
    assert.equal((await bench.current(id)).state, 'Rejected')
    const again = await bench.create(actor, loanId, 12)
    assert.notEqual(again.id, id)
    const list = await bench.requests.list(actor.id)
    assert.deepEqual(
      list.map(({ type, state }) => `${type} ${state}`),
      ['prolongate Approved', 'loan Processed', 'prolongate Rejected'],
    )
  })

  it('is over after its last day, and what was paid stays paid', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.pay(loanId, 1200 * rouble)
    platform.clock.advance(4 * day)
    await platform.jobs.runSweep('prolongations')
    assert.equal((await bench.current(id)).state, 'Approved')
    platform.clock.advance(day)
    await assert.rejects(bench.codeFor(actor, id), code('offer_over'))
    await platform.jobs.runSweep('prolongations')
    await platform.jobs.runSweep('prolongations')
    assert.equal((await bench.current(id)).state, 'Rejected')
    const loan = await bench.loans.get(actor.id, loanId)
    assert.equal(loan.payments.length, 1)
    assert.equal(loan.dueDate, '2026-03-16')
    assert.equal(bench.sent.filter(({ kind }) => kind === 'prolongationOver').length, 1)
  })

  it('is refused in words after the fifth in a year', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    for (let n = 0; n < 5; n += 1) {
      platform.clock.advance(day)
      const { price } = await bench.prolongations.quote(actor.id, loanId, 5)
      const { id } = await bench.create(actor, loanId, 5)
      await bench.pay(loanId, price?.payNow ?? 0)
      await bench.signIt(actor, id, await bench.codeFor(actor, id))
    }
    platform.clock.advance(day)
    const { refusal, price } = await bench.prolongations.quote(actor.id, loanId, 5)
    assert.match(refusal ?? '', /столько раз, сколько разрешают правила/)
    assert.equal(price, null)
    await assert.rejects(bench.create(actor, loanId, 5), code('state_conflict'))
  })

  it('is counted over the person: another account of theirs, another loan, the same five', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const first = await bench.running()
    const second = await bench.running()
    const stranger = await bench.running()
    const passportNumber = '4500000055'
    for (const { actor } of [first, second])
      await platform.transact((tx) => bench.people.learn(tx, actor.id, { passportNumber }))
    for (let n = 0; n < 4; n += 1) {
      platform.clock.advance(day)
      const { actor, loanId } = n % 2 === 0 ? first : second
      const { price } = await bench.prolongations.quote(actor.id, loanId, 5)
      assert.equal(price?.leftThisYear, 4 - n)
      const { id } = await bench.create(actor, loanId, 5)
      await bench.pay(loanId, price?.payNow ?? 0)
      await bench.signIt(actor, id, await bench.codeFor(actor, id))
    }
    // One is left, and both ask for it: signed at once, one has it.
    platform.clock.advance(day)
    const asked: { actor: (typeof first)['actor']; id: string; code: string }[] = []
    for (const { actor, loanId } of [first, second]) {
      const { price } = await bench.prolongations.quote(actor.id, loanId, 5)
      assert.equal(price?.leftThisYear, 0)
      const { id } = await bench.create(actor, loanId, 5)
      await bench.pay(loanId, price?.payNow ?? 0)
      asked.push({ actor, id, code: await bench.codeFor(actor, id) })
    }
    const signed = await Promise.allSettled(asked.map(({ actor, id, code }) => bench.signIt(actor, id, code)))
    assert.deepEqual(signed.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    assert.ok(code('state_conflict')(signed.find((each) => each.status === 'rejected')?.reason))
    platform.clock.advance(day)
    const won = [first, second][signed.findIndex(({ status }) => status === 'fulfilled')] ?? first
    const { refusal } = await bench.prolongations.quote(won.actor.id, won.loanId, 5)
    assert.match(refusal ?? '', /столько раз, сколько разрешают правила/)
    assert.doesNotMatch(refusal ?? '', /аккаунт|другой|другому/)
    await assert.rejects(bench.create(won.actor, won.loanId, 5), code('state_conflict'))
    assert.equal((await bench.prolongations.quote(stranger.actor.id, stranger.loanId, 5)).refusal, null)
  })

  it('ends with the loan when that is paid in full', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    platform.clock.advance(10 * day)
    const { id } = await bench.create(actor, loanId, 10)
    await bench.pay(loanId, 16_200 * rouble)
    assert.equal((await bench.current(id)).state, 'Rejected')
    assert.equal((await bench.loans.get(actor.id, loanId)).state, 'closed')
    assert.match((await bench.prolongations.quote(actor.id, loanId, 5)).refusal ?? '', /закрыт/)
  })

  it('is nobody else’s, within its limits, and signed with whole evidence', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { actor, loanId } = await bench.running()
    const other = { ...actor, id: newId() }
    platform.clock.advance(10 * day)
    await assert.rejects(bench.prolongations.quote(other.id, loanId), code('not_found'))
    await assert.rejects(bench.create(other, loanId, 10), code('not_found'))
    await assert.rejects(bench.create(actor, loanId, 31), code('bad_request'))
    const { id } = await bench.create(actor, loanId, 10)
    await assert.rejects(bench.codeFor(other, id), code('not_found'))
    const frozen = await bench.codeFor(actor, id)
    await assert.rejects(bench.signIt(other, id, frozen), code('not_found'))
    await assert.rejects(bench.signIt(actor, id, frozen, { code: '999999' }), code('code_wrong'))
    await bench.signIt(actor, id, frozen)
    const [head] = await bench.documents.list(await bench.current(id))
    assert.equal(head?.kind, 'prolongation')
    const document = await bench.documents.read(await bench.current(id), head?.id ?? '')
    const { record } = await bench.signing.signed(document.clientId, document.signatureId ?? '')
    assert.ok(record.format === 'zayavka-signature/1')
    assert.equal(record.purpose, 'prolongation')
    assert.equal(record.package.terms.payNow, 1200 * rouble)
    assert.match(document.text, /26\sмарта\s2026/)
    assert.match(document.text, /Плата за продление, платные услуги/)
  })
})
