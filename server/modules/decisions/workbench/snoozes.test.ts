import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { replay } from '../replaying.ts'
import { workbenchBench } from './workbench-bench.ts'

onBothDatabases('a snooze', (open) => {
  it('silences one rule of one person until a day, by two, with a reason; the decision and its replay say so', async () => {
    const platform = await open()
    const { approved, offered, decisions, snoozes, current, within } = workbenchBench(platform)
    const low = { passportNumber: '4500000004' }
    const { id, actor } = await approved(low)
    const asked = { client: actor.id, rule: 'overdueElsewhere', until: '2026-03-10', reason: 'погасил, справка есть' }
    const wanted = await snoozes.rules()
    assert.ok(wanted.some(({ code: one }) => one === 'overdueElsewhere'))
    for (const rule of ['blacklisted', 'otherwise', 'nobody'])
      await assert.rejects(
        within((tx) => snoozes.ask(tx, 'vera', { ...asked, rule })),
        code('invalid_answers'),
      )
    for (const until of ['2026-02-01', '2026-12-01'])
      await assert.rejects(
        within((tx) => snoozes.ask(tx, 'vera', { ...asked, until })),
        code('invalid_answers'),
      )
    await assert.rejects(
      within((tx) => snoozes.ask(tx, 'vera', { ...asked, client: 'nobody' })),
      code('not_found'),
    )
    const made = await within((tx) => snoozes.ask(tx, 'vera', asked))
    await assert.rejects(
      within((tx) => snoozes.ask(tx, 'boris', asked)),
      code('rules_busy'),
    )
    await assert.rejects(
      within((tx) => snoozes.confirm(tx, 'vera', made.id)),
      code('second_person'),
    )
    await within((tx) => snoozes.confirm(tx, 'boris', made.id))
    assert.equal((await snoozes.list(actor.id))[0]?.reason, asked.reason)
    const refusedBy = async (request: string) => (await decisions.list(request))[0]?.reasons
    await decisions.decide(id)
    const [decision] = await decisions.explained(id)
    assert.ok(!decision?.reasons.includes('overdueElsewhere'), decision?.reasons.join())
    assert.match(
      decision?.why.join('\n') ?? '',
      /Отложено до 10\.03\.2026 двумя сотрудниками: Просрочка больше 90 дней/,
    )
    assert.equal((await replay(platform.db, platform.clientKeys, decision?.id ?? ''))?.same, true)
    // nobody else's rule sleeps
    const other = await offered(low)
    assert.deepEqual(await refusedBy(other.id), ['overdueElsewhere'])
    assert.equal((await current(other.id)).state, 'Rejected')
    await within((tx) => snoozes.end(tx, 'vera', made.id))
    await assert.rejects(
      within((tx) => snoozes.end(tx, 'vera', made.id)),
      code('rules_over'),
    )
    assert.deepEqual(await snoozes.list(actor.id), [])
    const { rows } = await sql<{ event: string; data: object }>`
      select event, data from journal where event like 'rules.snooze%' order by seq`.execute(platform.db)
    assert.deepEqual(
      rows.map(({ event }) => event),
      ['rules.snoozeAsk', 'rules.snooze', 'rules.snoozeEnd'],
    )
    assert.ok(!JSON.stringify(rows).includes('справка'))
  })

  it('ends with its day, and makes room for another', async () => {
    const platform = await open()
    const { approved, snoozes, within } = workbenchBench(platform)
    const { actor } = await approved()
    const asked = { client: actor.id, rule: 'scoreLow', until: '2026-03-10', reason: 'проба' }
    await within((tx) => snoozes.ask(tx, 'vera', asked))
    platform.clock.advance(30 * 24 * 3_600_000)
    assert.deepEqual(await snoozes.list(), [])
    await within((tx) => snoozes.ask(tx, 'vera', { ...asked, until: '2026-04-10' }))
    assert.equal((await snoozes.list()).length, 1)
  })
})
