import assert from 'node:assert/strict'
import { it } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench } from '#server/testing/life.ts'

onBothDatabases('the contract’s code', (open) => {
  it('has one effect when entered twenty times at once, and the others answer the same', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    const { version } = await life.current(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => life.sign(actor, id, frozen, { version })))
    assert.ok(answers.every(({ state, version: reached }) => state === 'Payout' && reached === version + 1))
    assert.equal(life.paid.length, 1)
  })

  it('is void after five wrong tries, also when the sixth is right', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    for (let tries = 0; tries < 5; tries += 1)
      await assert.rejects(life.sign(actor, id, frozen, { code: '999999' }), code('code_wrong'))
    await assert.rejects(life.sign(actor, id, frozen), code('code_wrong'))
  })

  it('is void after a change of the request: another destination', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    await platform.transact(async (tx) => {
      const request = await life.requests.lock(tx, id)
      const destination = { kind: 'account' as const, bik: '044525000', account: '40817810000000000000', bankName: 'Б' }
      await life.requests.saveFacts(tx, request, { ...life.requests.facts(request), destination })
    })
    await assert.rejects(life.sign(actor, id, frozen), code('version_conflict'))
  })

  it('is void once a new one was sent', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const { package: first } = await life.code(actor, id)
    platform.clock.advance(60_000)
    const { package: second } = await life.code(actor, id)
    await assert.rejects(life.sign(actor, id, first), code('code_wrong'))
    assert.equal((await life.sign(actor, id, second)).state, 'Payout')
  })

  it('is not sent again within a minute, nor a sixth time in an hour', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    for (let asked = 0; asked < 5; asked += 1) {
      await life.code(actor, id)
      await assert.rejects(life.code(actor, id), code('too_often'))
      platform.clock.advance(61_000)
    }
    assert.equal(life.sent.filter(({ kind }) => kind === 'signingCode').length, 5)
  })

  it('is worth nothing in another session, for somebody else, or for another request', async () => {
    const life = lifeBench(await open())
    const { actor, id } = await life.offered()
    const other = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    await assert.rejects(life.sign({ ...actor, sessionId: newId() }, id, frozen), code('code_wrong'))
    await assert.rejects(life.sign(other.actor, id, frozen), code('not_found'))
    await assert.rejects(life.sign(other.actor, other.id, frozen), code('code_wrong'))
    await assert.rejects(life.code(other.actor, id), code('not_found'))
    assert.equal(life.paid.length, 0)
  })

  it('N15: once it has signed, another code or another purpose’s package is refused as any wrong code', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const { package: frozen } = await life.code(actor, id)
    await assert.rejects(life.sign(actor, id, newId(), { code: '999999' }), code('code_wrong'))
    const { state, version } = await life.sign(actor, id, frozen)
    const again = await life.sign(actor, id, frozen)
    assert.deepEqual([again.state, again.version], [state, version])
    await assert.rejects(life.sign(actor, id, frozen, { code: '999999' }), code('code_wrong'))
    const asApplication = (given: string) =>
      platform.transact(async (tx) =>
        life.signing.alreadySigned(tx, await life.requests.lock(tx, id), 'application', {
          packageId: frozen,
          code: given,
        }),
      )
    for (const given of ['111111', '999999']) await assert.rejects(asApplication(given), code('code_wrong'))
    assert.equal(life.paid.length, 1)
  })

  it('signs with whole evidence, and the signed file proves it', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    const frozen = await life.code(actor, id)
    platform.clock.advance(30_000)
    await life.sign(actor, id, frozen.package)
    const [head] = await life.documents.list(await life.current(id))
    assert.ok(head?.signedAt)
    const document = await life.documents.read(await life.current(id), head.id)
    const { record } = await life.signing.signed(document.clientId, document.signatureId ?? '')
    assert.ok(record.format === 'zayavka-signature/1')
    assert.equal(record.signer.name, 'Выдумкина Проба Тестовна')
    assert.equal(record.package.terms.offerVersion, 1)
    assert.equal(record.package.terms.amount, 1_500_000)
    assert.equal(record.agreement?.document, 'asp')
    assert.equal(record.code.sentAt, '2026-03-02T09:00:00.000Z')
    assert.equal(record.entered.at, '2026-03-02T09:00:30.000Z')
    assert.equal(record.entered.session, actor.sessionId)
    assert.deepEqual(
      record.package.documents.map(({ sha256 }) => sha256),
      frozen.documents.map(({ sha256 }) => sha256),
    )
  })
})
