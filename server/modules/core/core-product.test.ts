import assert from 'node:assert/strict'
import { afterEach, it } from 'node:test'
import { openOutbound } from '#server/platform/outbound.ts'
import { StartRefused } from '#server/platform/refusal.ts'
import { Secret } from '#server/platform/secret.ts'
import { openCore } from '#server/providers/core/open.ts'
import { type FineractStandIn, fineractStandIn } from '#server/providers/core/stand-in.ts'
import { owedIn } from '#server/providers/core/stand-in-books.ts'
import { onBothDatabases, testConfig } from '#server/testing/bench.ts'
import { machineClient } from '#server/testing/machine.ts'
import { openProduct, type TestProduct } from '#server/testing/product.ts'
import { signedInStaff } from '#server/testing/staff.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'

const hour = 3_600_000
const rouble = 100

const settings = (url: string, changes: Record<string, string | undefined> = {}) => {
  const given = {
    URL: url,
    USER: 'mifos',
    PASSWORD: 'password',
    PRODUCT: '1',
    INTEREST_CHARGE: '1',
    PENALTY_CHARGE: '2',
  }
  const named = Object.entries({ ...given, ...changes }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(named.map(([name, value]) => [name, new Secret(value ?? '')]))
}

const coreOf = (url: string, changes: Record<string, string | undefined> = {}, provider = 'fineract') =>
  openCore({
    config: testConfig({ core: { provider, settings: settings(url, changes) } }),
    outbound: openOutbound({ production: false }),
  })

it('the settings of a core: none is the default, what is missing or wrong stops the start and is named', () => {
  assert.equal(testConfig().core.provider, 'none')
  assert.equal(coreOf('http://127.0.0.1:1', {}, 'none'), null)
  const refusals: readonly [Record<string, string | undefined>, string, RegExp][] = [
    [{}, 'mambu', /^CORE_PROVIDER mambu is not known: choose fineract, or none/],
    [{ URL: undefined }, 'fineract', /^CORE_URL is not set/],
    [{ PASSWORD: undefined }, 'fineract', /^CORE_PASSWORD is not set/],
    [{ PRODUCT: 'zero' }, 'fineract', /^CORE_PRODUCT is to be the number/],
    [{ OFFICE: '0' }, 'fineract', /^CORE_OFFICE is to be the number/],
  ]
  for (const [changes, provider, says] of refusals)
    assert.throws(
      () => coreOf('http://127.0.0.1:1', changes, provider),
      (error) => error instanceof StartRefused && says.test(error.message),
    )
})

onBothDatabases('the core beside the product', (open) => {
  const opened: TestProduct[] = []
  const standIns: FineractStandIn[] = []
  afterEach(async () => {
    for (const product of opened.splice(0)) await product.close()
    for (const one of standIns.splice(0)) await one.close()
  })

  it('a loan that ran before is carried whole at its next payment; the office sees what is not taken, repeats it, and gets the difference as a case', async () => {
    const platform = await open()
    const bench = prolongationsBench(platform)
    const { loanId, actor } = await bench.running()
    await platform.transact(async (tx) => {
      const sealing = await platform.clientKeys.of(tx.db, actor.id)
      await tx.db
        .$extendTables<{ client: { id: string; sealed: Uint8Array } }>()
        .updateTable('client')
        .set({ sealed: sealing.seal({ phone: '+79000000001' }, { table: 'client', id: actor.id }) })
        .where('id', '=', actor.id)
        .execute()
    })
    const fineract = await fineractStandIn({ password: 'another' })
    standIns.push(fineract)
    const product = await openProduct(platform, { core: coreOf(fineract.url) })
    opened.push(product)
    const { loans, core } = product.services
    platform.clock.advance(5 * 24 * hour)
    const machine = await machineClient(platform, product)
    const paid = { loan: loanId, amount: 5000 * rouble, paidOn: loans.today(), reference: 'one' }
    const answered = await machine.call('POST', '/service/machine/v1/payments', paid, machine.key())
    assert.deepEqual(answered.body, { status: 'booked', loan: loanId }, 'whatever the core does')
    const carry = async () => {
      await platform.jobs.runSweep('core.wake')
      await platform.jobs.runDue()
    }
    await carry()
    const accountant = (await signedInStaff(platform, product, 'buh', 'accountant')).browser
    const auditor = (await signedInStaff(platform, product, 'audit', 'auditor')).browser
    const seen = async () => {
      const answer = await auditor.call('GET', '/service/office/core')
      assert.equal(answer.status, 200, answer.text)
      return answer.body as { core: string; waiting: number; refused: number; items: Record<string, unknown>[] }
    }
    const [first] = (await seen()).items
    assert.ok(first)
    const { kind, state, attempts, fault, loanId: whose } = first
    assert.deepEqual([kind, state, attempts, fault, whose], ['person', 'waiting', 1, 'нет ответа', loanId])
    assert.equal((await auditor.call('POST', `/service/office/core/${first.id}/repeat`)).status, 403)
    // The password is put right, nobody waits for the pause.
    const mended = await fineractStandIn()
    standIns.push(mended)
    const right = await openProduct(platform, { core: coreOf(mended.url) })
    opened.push(right)
    assert.equal((await accountant.call('POST', `/service/office/core/${first.id}/repeat`)).status, 204)
    await carry()
    assert.deepEqual(await seen(), { core: 'fineract', waiting: 0, refused: 0, items: [] })
    assert.equal((await accountant.call('POST', `/service/office/core/${first.id}/repeat`)).status, 409)
    const there = mended.books.loans.get(loanId) ?? assert.fail()
    const [client] = mended.books.clients.values()
    assert.deepEqual([client?.sent.lastname, client?.sent.mobileNo], ['Выдумкина', '+79000000001'])
    const balance = await loans.read(loanId)
    assert.equal(owedIn(there), balance.debt.principal + balance.debt.interest)
    assert.ok(there.transactions.some(({ amount, type }) => type === 'repayment' && amount === 5000 * rouble))

    platform.clock.set('2026-03-09T02:00:00Z')
    await platform.jobs.runSweep('core.compare')
    const cases = () => product.services.clients.cases('boss', null, 10)
    assert.deepEqual(await cases(), [])
    there.transactions.push({ id: 0, externalId: 'x', type: 'repayment', amount: 100, date: '', reversed: false })
    await platform.jobs.runSweep('core.compare')
    assert.deepEqual(await cases(), [], 'once a day')
    platform.clock.advance(24 * hour)
    await platform.jobs.runSweep('core.compare')
    const [difference, ...more] = await cases()
    assert.deepEqual([difference?.kind, more.length], ['coreDifference', 0])
    assert.match(difference?.about ?? '', /^договор \d{6}-\d{6}-\d\d: у нас [\d\s ]+.*₽, в учёте /)
    platform.clock.advance(24 * hour)
    await platform.jobs.runSweep('core.compare')
    assert.equal((await cases()).length, 1, 'the same difference is one case')
    assert.equal(core.name, 'fineract')
  })

  it('without a core nothing is written, and the office is told so', async () => {
    const platform = await open()
    const product = await openProduct(platform)
    opened.push(product)
    const { browser } = await signedInStaff(platform, product, 'buh', 'accountant')
    const { body } = await browser.call('GET', '/service/office/core')
    assert.deepEqual(body, { core: null, waiting: 0, refused: 0, items: [] })
    assert.ok(!product.services.core.carrying)
  })
})
