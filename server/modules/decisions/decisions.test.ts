import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench } from '#server/testing/life.ts'
import { replay } from './replaying.ts'

/** Passport numbers the sandbox bureau answers in its own way; what becomes of the request, and what its owner is told. */
const outcomes = [
  ['01', 'Rejected', { reason: 'selfBan' }],
  ['04', 'Rejected', { reason: 'credit', comeBackOn: '2026-04-01' }],
  ['05', 'Rejected', { reason: 'credit', comeBackOn: '2026-04-01' }],
  ['06', 'Queued', undefined],
  ['07', 'Rejected', { reason: 'credit', comeBackOn: '2026-04-01' }],
  ['08', 'Approved', undefined],
  ['10', 'Approved', undefined],
  ['11', 'Queued', undefined],
] as const

onBothDatabases('the decision', (open) => {
  for (const [digits, state, rejection] of outcomes) {
    it(`brings a passport ending in ${digits} to ${state}`, async () => {
      const life = lifeBench(await open())
      const { id } = await life.offered({ passportNumber: `45000000${digits}` })
      const request = await life.current(id)
      assert.equal(request.state, state)
      assert.deepEqual(request.shown.rejection, rejection)
      assert.equal((await life.decisions.list(id)).length, 1)
    })
  }

  it('offers after a second person has looked', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { id } = await life.offered({ passportNumber: '4500000006' })
    await platform.transact(async (tx) => {
      const actor = { kind: 'staff' as const, id: 'test' }
      const queued = await life.requests.lock(tx, id)
      const taken = await life.requests.move(tx, queued, { event: 'claim', who: 'staff', actor })
      await life.requests.move(tx, taken, { event: 'approve', who: 'staff', actor })
    })
    await life.decisions.decide(id)
    const request = await life.current(id)
    assert.equal(request.state, 'Approved')
    assert.equal(request.shown.terms?.amount, 750_000)
    assert.deepEqual((await life.decisions.list(id)).map(({ outcome }) => outcome).sort(), ['offer', 'refer'])
  })

  it('gives the debt burden notice its own document', async () => {
    const life = lifeBench(await open())
    const { id } = await life.offered({ debtPayments: 40_000_00 })
    const { documents, debtBurden } = await life.offers.view(await life.current(id))
    assert.ok(debtBurden?.notice)
    assert.ok(documents.some(({ kind }) => kind === 'debtBurdenNotice'))
  })

  it('refuses who is on the blacklist, once two of the staff have said so', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const entry = { list: 'black', by: 'passport', value: '45 00 000055', reason: 'подделка' } as const
    await platform.transact((tx) => life.people.list(tx, 'one', entry))
    const first = await life.offered()
    assert.equal((await life.current(first.id)).state, 'Approved')
    const [asked] = await life.people.entries(null, 10)
    const confirm = (staff: string) => platform.transact((tx) => life.people.confirmEntry(tx, staff, asked?.id ?? ''))
    await assert.rejects(confirm('one'), code('second_person'))
    await confirm('two')
    const { id } = await life.offered()
    assert.equal((await life.current(id)).shown.rejection?.reason, 'other')
  })

  it('leaves the request alone while the bureau is silent, and decides when it is tried again', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { id } = await life.approved({ passportNumber: '4500000009' })
    await assert.rejects(life.decisions.decide(id), /the credit report did not come/)
    assert.equal((await life.current(id)).state, 'Hyb_Verification_Approved')
    assert.deepEqual(await life.decisions.list(id), [])
  })

  it('is made once, however often the job runs', async () => {
    const life = lifeBench(await open())
    const { id } = await life.approved()
    await Promise.all([1, 2, 3].map(() => life.decisions.decide(id)))
    await life.decisions.decide(id)
    assert.equal((await life.decisions.list(id)).length, 1)
    assert.equal((await life.documents.list(await life.current(id))).length, 2)
    assert.equal(life.sent.filter(({ kind }) => kind === 'offer').length, 1)
  })

  it('is replayed to the same answer from what was kept', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    for (const digits of ['55', '01', '06', '07', '10']) {
      const { id } = await life.offered({ passportNumber: `45000000${digits}` })
      const [decision] = await life.decisions.list(id)
      const again = await replay(platform.db, platform.clientKeys, decision!.id)
      assert.ok(again?.same, digits)
      assert.equal(again.result.outcome, decision!.outcome)
    }
    assert.equal(await replay(platform.db, platform.clientKeys, 'nobody'), null)
  })

  it('says what differs when the kept rules were changed', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { id } = await life.offered()
    const [decision] = await life.decisions.list(id)
    const rules = platform.db.$extendTables<{ decision_rules: { content: string } }>()
    const { content } = await rules.selectFrom('decision_rules').select('content').executeTakeFirstOrThrow()
    await rules
      .updateTable('decision_rules')
      .set({ content: content.replace('> 75', '> 20') })
      .execute()
    const again = await replay(platform.db, platform.clientKeys, decision!.id)
    assert.ok(again && !again.same)
    assert.equal(again.what, 'the kept rules were changed')
  })

  it('keeps names and passport out of the journal and the log', async () => {
    const platform = await open()
    const life = lifeBench(platform)
    const { actor, id } = await life.offered()
    await life.sign(actor, id, (await life.code(actor, id)).package)
    const journal = await platform.db
      .$extendTables<{ journal: { data: unknown } }>()
      .selectFrom('journal')
      .select('data')
      .execute()
    const everything = JSON.stringify(journal) + platform.lines.join('')
    for (const secret of ['Выдумкина', '4500000055', '+79000000001']) assert.ok(!everything.includes(secret), secret)
  })
})
