import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isContractNumber } from '#contract/contractNumber.ts'
import { type Duration, durationMs } from '#contract/durations.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench } from '#server/testing/life.ts'

const instalment = { product: 'instalment', term: 12 }
const hour = 3_600_000

onBothDatabases('offers', (open) => {
  it('goes from an approved review to the payout', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    const approved = await life.current(id)
    assert.equal(approved.state, 'Approved')
    assert.deepEqual(approved.shown.terms, {
      product: 'payday',
      amount: 1_500_000,
      term: 14,
      dueDate: '2026-03-16',
      totalToReturn: 1_668_000,
    })
    const offer = await life.offers.view(approved)
    assert.equal(offer.fullCostPercent, '292.000')
    assert.equal(offer.fullCostRoubles, 168_000)
    assert.deepEqual(
      offer.documents.map(({ kind }) => kind),
      ['conditions', 'schedule'],
    )
    const frozen = await life.code(actor, id)
    assert.deepEqual(
      frozen.documents.map(({ sha256 }) => sha256),
      offer.documents.map(({ sha256 }) => sha256),
    )
    const signed = await life.sign(actor, id, frozen.package)
    assert.equal(signed.state, 'Payout')
    assert.deepEqual(life.paid, [{ requestId: id, clientId: actor.id, amount: 1_500_000 }])
  })

  it('names sum and term in the SMS, warns, and holds no link', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    await life.code(actor, id)
    const sms = life.sent.find(({ kind }) => kind === 'signingCode')?.text ?? ''
    assert.match(sms, /15 000 ₽, 14 дней, вернуть 16 680 ₽/)
    assert.match(sms, /Никому его не говорите/)
    assert.doesNotMatch(sms, /http|www|\.ru/)
  })

  it('lists conditions 1 to 16 in order, none left out', async () => {
    const life = lifeBench(await open())
    const { id } = await life.offered()
    const { conditions } = await life.offers.view(await life.current(id))
    const numbers = conditions.map(({ number }) => number)
    const whole = Array.from({ length: 16 }, (_, at) => String(at + 1))
    assert.deepEqual(numbers.filter((number) => !number.includes('.')).slice(0, 16), whole)
    assert.ok(numbers.includes('5.1') && numbers.includes('8.1'))
    assert.equal(conditions.find(({ number }) => number === '15')?.content, 'Отсутствует')
    assert.ok(conditions.every(({ content }) => content.trim()))
    // M12: row 8 promises a transfer with everything it takes, under the number the statement is searched by.
    const eight = conditions.find(({ number }) => number === '8')?.content ?? ''
    assert.match(eight, /Счёт: 40702810900000000001; Банк: .*; БИК: 044525000; Корр\. счёт: 30101810000000000000\./)
    assert.ok(isContractNumber(/по договору (\S+) от/.exec(eight)?.[1] ?? ''))
    // M19: by the phone in full the receiver is found; a mask names nobody.
    assert.match(conditions.find(({ number }) => number === '17')?.content ?? '', /Пример-банк, \+7\s900\s000-00-01$/)
  })

  it('forbids the assignment of the claim until the borrower allows it; the papers say so, a code that is out is void', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    const condition = async () =>
      (await life.offers.view(await life.current(id))).conditions.find(({ number }) => number === '13')?.content
    assert.match((await condition()) ?? '', /запрещает/)
    const { package: frozen } = await life.code(actor, id)
    const { version } = await life.current(id)
    const choose = (allowed: boolean, seen: number) =>
      life.offers.chooseAssignment(actor, id, { allowed, version: seen })
    await choose(true, version)
    assert.match((await condition()) ?? '', /разрешает/)
    await assert.rejects(choose(false, version), code('version_conflict'))
    await assert.rejects(life.sign(actor, id, frozen), code('version_conflict'))
    const { documents, version: offerVersion } = await life.offers.view(await life.current(id))
    assert.equal(offerVersion, 2)
    const [head] = documents
    assert.match((await life.documents.read(await life.current(id), head?.id ?? '')).text, /разрешает уступку/)
    await choose(false, version + 1)
    assert.match((await condition()) ?? '', /запрещает/)
  })

  it('waits as long as the law asks: boundary sums', async () => {
    for (const [amount, waits] of [
      [49_000_00, null],
      [50_000_00, 'PT4H'],
      [200_000_00, 'PT4H'],
    ] as const) {
      const platform = await open()
      const own = lifeBench(platform)
      const { actor, id } = await own.offered({ ...instalment, amount, income: 400_000_00, region: 'Москва' })
      const { package: frozen } = await own.code(actor, id)
      const signed = await own.sign(actor, id, frozen)
      assert.equal(signed.state, waits ? 'Cooldown' : 'Payout', String(amount))
      const since = platform.clock.now().getTime()
      const releaseAt = signed.shown.coolingOff && Date.parse(signed.shown.coolingOff.releaseAt)
      assert.equal(releaseAt, waits ? since + durationMs(waits as Duration) : undefined)
      assert.equal(own.paid.length, waits ? 0 : 1)
    }
  })

  it('releases the money once when the cooling-off is over, by the server’s clock', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered({ ...instalment, amount: 60_000_00, income: 200_000_00 })
    await life.sign(actor, id, (await life.code(actor, id)).package)
    platform.clock.advance(4 * hour - 1)
    await platform.jobs.runDue()
    await life.offers.sweep()
    assert.equal((await life.current(id)).state, 'Cooldown')
    platform.clock.advance(1)
    await Promise.all([life.offers.sweep(), life.offers.sweep(), platform.jobs.runDue()])
    assert.equal((await life.current(id)).state, 'Payout')
    assert.deepEqual(life.paid, [{ requestId: id, clientId: actor.id, amount: 60_000_00 }])
    assert.equal(life.sent.filter(({ kind }) => kind === 'released').length, 1)
  })

  it('releases after the server was down across the moment', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered({ ...instalment, amount: 60_000_00, income: 200_000_00 })
    await life.sign(actor, id, (await life.code(actor, id)).package)
    platform.clock.advance(72 * hour)
    await life.offers.sweep()
    await life.offers.sweep()
    assert.deepEqual(life.paid, [{ requestId: id, clientId: actor.id, amount: 60_000_00 }])
  })

  it('is refused in cooling-off at no cost, and nothing is paid out after', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered({ ...instalment, amount: 60_000_00, income: 200_000_00 })
    const signed = await life.sign(actor, id, (await life.code(actor, id)).package)
    const refused = await platform.transact((tx) => life.offers.refuse(tx, actor, id, signed.version))
    assert.equal(refused.state, 'Rejected')
    assert.deepEqual(refused.shown.rejection, { reason: 'coolingOff' })
    platform.clock.advance(5 * hour)
    await platform.jobs.runDue()
    await life.offers.sweep()
    assert.deepEqual(life.paid, [])
  })

  it('is declined once when asked for twenty times at once, and the others answer the same', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const { version } = await life.current(id)
    const decline = () => platform.transact((tx) => life.offers.decline(tx, actor, id, version))
    const answers = await Promise.all(Array.from({ length: 20 }, decline))
    assert.ok(answers.every(({ state, version: reached }) => state === 'Rejected' && reached === version + 1))
    assert.deepEqual((await life.current(id)).shown.rejection, { reason: 'declined' })
    await assert.rejects(
      platform.transact((tx) => life.offers.refuse(tx, actor, id, version + 1)),
      code('state_conflict'),
    )
  })

  it('is refused in cooling-off once when asked for twenty times at once: one message, nothing paid', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered({ ...instalment, amount: 60_000_00, income: 200_000_00 })
    const { version } = await life.sign(actor, id, (await life.code(actor, id)).package)
    const refuse = () => platform.transact((tx) => life.offers.refuse(tx, actor, id, version))
    const answers = await Promise.all(Array.from({ length: 20 }, refuse))
    assert.ok(answers.every(({ state, version: reached }) => state === 'Rejected' && reached === version + 1))
    assert.equal(life.sent.filter(({ kind }) => kind === 'refused').length, 1)
    assert.deepEqual(life.paid, [])
  })

  it('is either refused or released when both come at the same moment, never both', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered({ ...instalment, amount: 60_000_00, income: 200_000_00 })
    const { version } = await life.sign(actor, id, (await life.code(actor, id)).package)
    platform.clock.advance(4 * hour)
    await Promise.allSettled([
      platform.transact((tx) => life.offers.refuse(tx, actor, id, version)),
      life.offers.sweep(),
      platform.transact((tx) => life.offers.refuse(tx, actor, id, version)),
      life.offers.sweep(),
    ])
    const { state } = await life.current(id)
    assert.equal(life.paid.length, state === 'Payout' ? 1 : 0)
    assert.ok(state === 'Payout' || state === 'Rejected', state)
  })

  it('stands to the end of the fifth working day and not a moment longer', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    // Monday 2 March; 9 March is a day off: the fifth working day is Tuesday the 10th.
    assert.equal((await life.current(id)).shown.offerUntil, '2026-03-10')
    const { package: frozen } = await life.code(actor, id)
    platform.clock.set('2026-03-10T20:59:59.000Z')
    await life.offers.sweep()
    assert.equal((await life.current(id)).state, 'Approved')
    platform.clock.set('2026-03-10T21:00:00.000Z')
    await assert.rejects(life.sign(actor, id, frozen), code('offer_over'))
    await assert.rejects(life.code(actor, id), code('offer_over'))
    await life.offers.sweep()
    const over = await life.current(id)
    assert.equal(over.state, 'Rejected')
    assert.deepEqual(over.shown.rejection, { reason: 'offerOver' })
  })

  it('is printed anew, under the next version, when signed on another day: sums stay, dates move', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const before = await life.offers.view(await life.current(id))
    platform.clock.advance(24 * hour)
    const frozen = await life.code(actor, id)
    assert.notEqual(frozen.documents[0]!.sha256, before.documents[0]!.sha256)
    await life.sign(actor, id, frozen.package)
    const after = await life.offers.view(await life.current(id))
    assert.equal(after.version, before.version + 1)
    assert.equal(after.totalToReturn, before.totalToReturn)
    assert.equal(after.dueDate, '2026-03-17')
  })

  it('is renewed by the sweep after midnight, so that what is read is what would be signed', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { id } = await life.offered()
    platform.clock.advance(24 * hour)
    await life.offers.sweep()
    await life.offers.sweep()
    const { version, documents } = await life.offers.view(await life.current(id))
    assert.equal(version, 2)
    assert.equal(documents[0]!.version, '2')
    assert.equal((await life.current(id)).shown.terms?.dueDate, '2026-03-17')
  })

  it('does not sign papers of yesterday with a code sent before midnight', async () => {
    const platform = await open()
    platform.clock.set('2026-03-02T20:58:00.000Z')
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    platform.clock.advance(3 * 60_000)
    await assert.rejects(life.sign(actor, id, frozen), code('version_conflict'))
    assert.equal((await life.current(id)).state, 'Approved')
  })
})
