import assert from 'node:assert/strict'
import { it } from 'node:test'
import { date } from '#contract/dates.ts'
import { requiredRuleOn } from '#contract/rules.ts'
import type { Bureau, BureauReport } from '#server/providers/bureau/port.ts'
import { sandboxBureau } from '#server/providers/bureau/sandbox.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { demoLender, lifeBench } from '#server/testing/life.ts'

const hour = 3_600_000

/** The demo's bureau, whose answer may change after the decision. */
function changing() {
  const plain = sandboxBureau()
  const state = { change: {} as Partial<BureauReport>, asked: 0, silent: false }
  const bureau: Bureau = {
    name: plain.name,
    async report(person) {
      state.asked += 1
      if (state.silent) throw new Error('the bureau does not answer')
      return { ...(await plain.report(person)), ...state.change }
    },
  }
  return { bureau, state }
}

const dear = { balance: 1, monthlyPayment: 1, fullCostPercent: '250.000', overdueDays: 0, lender: '1027700000000' }

onBothDatabases('M1: bars are asked again at signing', (open) => {
  it('refuses with the reason a loan that was barred after the decision, once, with a journal entry; no code goes out', async () => {
    const platform = await open()
    const { bureau, state } = changing()
    const life = lifeBench(platform, demoLender(), bureau)
    const { actor, id } = await life.offered()
    state.change = { selfBan: true }
    platform.clock.advance(2 * 24 * hour)
    await life.offers.sweep()
    await assert.rejects(life.code(actor, id), code('state_conflict'))
    const request = await life.current(id)
    assert.equal(request.state, 'Rejected')
    assert.deepEqual(request.shown.rejection, { reason: 'selfBan' })
    assert.equal(life.sent.filter(({ kind }) => kind === 'signingCode').length, 0)
    assert.equal(life.sent.filter(({ kind }) => kind === 'rejected').length, 1)
    const checks = await platform.db
      .$extendTables<{ journal: { event: string; data: unknown } }>()
      .selectFrom('journal')
      .selectAll()
      .where('event', 'in', ['law.check', 'request.barred'])
      .execute()
    assert.deepEqual(checks.map(({ event }) => event).sort(), ['law.check', 'request.barred'])
  })

  it('a day of the rule table between the offer and the signature counts: 30 September offered, barred on 1 October', async () => {
    const platform = await open()
    platform.clock.set('2026-09-30T09:00:00.000Z')
    const { bureau, state } = changing()
    state.change = { unpaidLoans: [dear, dear] }
    const life = lifeBench(platform, demoLender(), bureau)
    const { actor, id } = await life.offered()
    assert.equal((await life.current(id)).state, 'Approved')
    await life.code(actor, id)
    platform.clock.set('2026-10-01T09:00:00.000Z')
    await life.offers.sweep()
    await assert.rejects(life.code(actor, id), code('state_conflict'))
    assert.deepEqual((await life.current(id)).shown.rejection, { reason: 'limits' })
  })

  it('asks no bureau twice for an answer the rule still lets stand, and waits for one that is silent', async () => {
    const platform = await open()
    const { bureau, state } = changing()
    const life = lifeBench(platform, demoLender(), bureau)
    const { actor, id } = await life.offered()
    await life.code(actor, id)
    assert.equal(state.asked, 1)
    platform.clock.advance(2 * hour)
    state.silent = true
    await assert.rejects(life.code(actor, id), code('bureaus_awaited'))
    assert.equal((await life.current(id)).state, 'Approved')
    state.silent = false
    const { package: frozen } = await life.code(actor, id)
    assert.equal((await life.sign(actor, id, frozen)).state, 'Payout')
    assert.equal(state.asked, 3)
  })

  it('M1: before the payout too: a signed loan that is barred when the money is to go is given up', async () => {
    const platform = await open()
    const { bureau, state } = changing()
    const life = lifeBench(platform, demoLender(), bureau)
    const { actor, id } = await life.offered()
    await life.sign(actor, id, (await life.code(actor, id)).package)
    assert.equal(await life.offers.barred(id, 'payout'), false)
    state.change = { selfBan: true }
    platform.clock.advance(25 * hour)
    assert.equal(await life.offers.barred(id, 'payout'), true)
    const request = await life.current(id)
    assert.deepEqual([request.state, request.shown.rejection], ['Rejected', { reason: 'selfBan' }])
  })

  it('M23: the general conditions name the order the rules count a payment in', async () => {
    const life = lifeBench(await open())
    const general = life.published.current('contract').find(({ id }) => id === 'generalConditions')
    const words = {
      dueInterest: 'просроченные проценты',
      duePrincipal: 'просроченный основной долг',
      currentInterest: 'проценты за текущий период',
      currentPrincipal: 'основной долг за текущий период',
      penalty: 'неустойка',
    }
    const { text } = life.published.version(general?.id ?? '', general?.version ?? '') ?? { text: '' }
    const order = requiredRuleOn(life.lender.rules, 'paymentOrder', date('2026-03-02'))
    assert.ok(text.includes(order.map((part) => words[part]).join(', ')))
  })

  it('M2: signed on 31 March at 23:30 with four hours to wait, the papers have the cap of 1 April: 60 000, as the debt will', async () => {
    const platform = await open()
    platform.clock.set('2026-03-31T20:30:00.000Z')
    const life = lifeBench(platform)
    const facts = { product: 'instalment', amount: 60_000_00, term: 12, income: 200_000_00 }
    const late = await life.offered(facts)
    const limit = async (id: string) =>
      (await life.offers.view(await life.current(id))).conditions.find(({ number }) => number === '18')?.content ?? ''
    assert.match(await limit(late.id), /превысить 60\s000\s₽;/)
    const { id } = await life.offered({ amount: 15_000_00, term: 14 })
    assert.match(await limit(id), /превысить 19\s500\s₽ \(если деньги придут 1\sапреля\s2026 или позже — 15\s000\s₽\)/)
  })
})
