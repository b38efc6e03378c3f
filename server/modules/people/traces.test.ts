import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Facts } from '#contract/facts.ts'
import { type SignalKind, signalText } from '#contract/person/signals.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { lifeBench } from '#server/testing/life.ts'
import { conclude } from '../decisions/conclude.ts'
import { replay } from '../decisions/replaying.ts'
import type { SentFrom } from './traces.ts'

const minute = 60_000
const hour = 60 * minute
const home: SentFrom = { address: '198.51.100.7' }

onBothDatabases('what comes with a request, beside what came with others', (open) => {
  async function start() {
    const platform = await open()
    const life = lifeBench(platform)
    const { people } = life
    let passports = 4_600_000_000
    const sent = async (from: SentFrom, facts: Facts = {}) => {
      passports += 1
      const known = { passportNumber: String(passports), ...facts }
      const { actor, id } = await life.approved(known)
      await platform.transact(async (tx) => {
        await people.learn(tx, actor.id, known)
        await people.trace(tx, { id, clientId: actor.id, facts: known }, from)
      })
      return { client: actor.id, id }
    }
    const of = async (client: string, kind: SignalKind) =>
      (await people.signals(client)).find((signal) => signal.kind === kind)
    return { platform, life, people, sent, of }
  }

  it('one browser of several persons is a signal, of one person with two accounts it is none', async () => {
    const { sent, of } = await start()
    const [anna, boris] = [await sent({ ...home, device: 'a' }), await sent({ ...home, device: 'a' })]
    const same = await sent({ ...home, device: 'b' }, { passportNumber: '4500000055' })
    const again = await sent({ ...home, device: 'b' }, { passportNumber: '4500000055' })
    const found = await of(anna.client, 'sameDevice')
    assert.deepEqual([found?.persons, found?.with, found?.compared], [1, [boris.client], 'браузер'])
    assert.equal((await of(boris.client, 'sameDevice'))?.persons, 1)
    for (const { client } of [same, again]) assert.equal(await of(client, 'sameDevice'), undefined)
    assert.equal(await of((await sent(home)).client, 'sameDevice'), undefined)
  })

  it('many persons from one address within an hour or a day; a family, and another day, are none', async () => {
    const { platform, sent, of } = await start()
    const first = await sent(home)
    for (let n = 0; n < 2; n += 1) await sent(home)
    assert.equal(await of(first.client, 'addressHour'), undefined)
    platform.clock.advance(59 * minute)
    const late = await sent(home)
    assert.equal((await of(first.client, 'addressHour'))?.persons, 3)
    assert.equal((await of(late.client, 'addressHour'))?.persons, 3)
    platform.clock.advance(2 * hour)
    const next = await sent(home)
    assert.equal(await of(next.client, 'addressHour'), undefined)
    assert.equal(await of(next.client, 'addressDay'), undefined)
    for (let n = 0; n < 6; n += 1) await sent(home)
    assert.equal((await of(next.client, 'addressDay'))?.persons, 10)
    assert.equal(await of((await sent({ address: '198.51.100.8' })).client, 'addressDay'), undefined)
    // A week later the crowd is not that of a new request.
    platform.clock.advance(8 * 24 * hour)
    assert.equal(await of(first.client, 'addressHour'), undefined)
  })

  it("an IPv6 subscriber is counted by the /64; addresses of one's own network by none", async () => {
    const { sent, of } = await start()
    const ids: string[] = []
    for (let n = 1; n <= 4; n += 1) ids.push((await sent({ address: `2a00:1450:4010:c05::${n}` })).client)
    assert.equal((await of(ids[0] ?? '', 'addressHour'))?.persons, 3)
    const own: string[] = []
    for (let n = 1; n <= 4; n += 1) own.push((await sent({ address: '10.0.0.7' })).client)
    assert.equal(await of(own[0] ?? '', 'addressHour'), undefined)
  })

  it('requisites and an employer named by many in a day', async () => {
    const { platform, sent, of } = await start()
    const destination = { kind: 'card', token: 't', mask: '*1' } as const
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await sent(home, { destination, workPhone: '+74950000001' })).client)
    assert.equal((await of(ids[5] ?? '', 'payeeDay'))?.persons, 5)
    assert.equal((await of(ids[5] ?? '', 'employerDay'))?.persons, 5)
    platform.clock.advance(25 * hour)
    const later = (await sent(home, { destination, workPhone: '+74950000001' })).client
    assert.equal(await of(later, 'payeeDay'), undefined)
    assert.equal((await of(later, 'samePayee'))?.persons, 6)
  })

  it("the pause after a refusal is the person's: another account has it too, nobody else, and it ends", async () => {
    const { platform, life, people, sent, of } = await start()
    const refused = await life.offered({ passportNumber: '4500000004' })
    await platform.transact((tx) => people.learn(tx, refused.actor.id, { passportNumber: '4500000004' }))
    const until = (await life.current(refused.id)).shown.rejection?.comeBackOn
    assert.ok(until)
    const again = await sent(home, { passportNumber: '4500000004' })
    const found = await of(again.client, 'refusedLately')
    assert.deepEqual([found?.persons, found?.weight], [1, 0])
    assert.equal(
      found && signalText(found),
      `Идёт пауза после отказа этому человеку: до ${until.split('-').reverse().join('.')}`,
    )
    assert.equal(await of((await sent(home)).client, 'refusedLately'), undefined)
    platform.clock.set(`${until}T09:00:00.000Z`)
    assert.equal(await of(again.client, 'refusedLately'), undefined)
  })

  it('answers changed after a refusal, by whatever account: what, from, to; one corrected is none; sealed', async () => {
    const { platform, life, people, sent, of } = await start()
    const refused = await life.approved({ passportNumber: '4500000004', workPhone: '+74950000001' })
    await platform.transact((tx) => people.learn(tx, refused.actor.id, { passportNumber: '4500000004' }))
    const before = life.requests.facts(await life.current(refused.id))
    const again = await sent(home, { passportNumber: '4500000004' })
    const note = (facts: Facts) =>
      platform.transact((tx) => people.noteChanges(tx, { id: again.id, clientId: again.client, facts }, before))
    await note({ ...before, income: 20_000_00 })
    assert.equal(await of(again.client, 'answersChanged'), undefined)
    await note({ ...before, income: 190_000_00, workPhone: '+74950000002' })
    const found = await of(again.client, 'answersChanged')
    assert.deepEqual(
      [found?.persons, found?.compared],
      [2, 'доход: 90\u00a0000\u00a0₽ → 190\u00a0000\u00a0₽; рабочий телефон: +74950000001 → +74950000002'],
    )
    const rows = await platform.db
      .$extendTables<{ answer_change: { sealed: Uint8Array } }>()
      .selectFrom('answer_change')
      .select('sealed')
      .execute()
    assert.doesNotMatch(Buffer.from(rows[0]?.sealed ?? []).toString(), /4950000002/)
  })

  it('comes to the rules by kind, and the decision is the same when made again', async () => {
    const { platform, life, sent } = await start()
    await sent({ ...home, device: 'a' })
    const { id } = await sent({ ...home, device: 'a' })
    await life.decisions.decide(id)
    const [made] = await life.decisions.list(id)
    const again = await replay(platform.db, platform.clientKeys, made?.id ?? '')
    assert.equal(again?.same, true)
    const inputs = await platform.db
      .$extendTables<{ decision: { id: string; client_id: string; inputs: Uint8Array } }>()
      .selectFrom('decision')
      .select(['client_id', 'inputs'])
      .where('id', '=', made?.id ?? '')
      .executeTakeFirstOrThrow()
    const keys = await platform.clientKeys.of(platform.db, inputs.client_id)
    const kept = keys.unseal<Parameters<typeof conclude>[0]>(inputs.inputs, {
      table: 'decision',
      id: made?.id ?? '',
      column: 'inputs',
    })
    assert.ok(kept.signals?.some(({ kind, persons }) => kind === 'sameDevice' && persons === 1))
    const asks = (content: string) => ({ version: 'loan-2026-01-01', from: '2026-01-01', sha256: '', content })
    let seen: unknown
    await conclude(kept, asks('{}'), async (_rules, context) => {
      seen = (context as { signals: Record<string, number> }).signals.sameDevice
      return { answer: { row: 'x', outcome: 'refer' }, trace: null }
    })
    assert.equal(seen, 1)
  })

  it('nothing of a trace stands in the open', async () => {
    const { platform, sent } = await start()
    await sent({ ...home, device: 'browser-1' }, { workPhone: '+74950000001' })
    const rows = JSON.stringify(
      await platform.db.$extendTables<{ request_trace: object }>().selectFrom('request_trace').selectAll().execute(),
    )
    assert.doesNotMatch(rows, /198\.51|browser-1|4950000001|9000000001/)
  })
})
