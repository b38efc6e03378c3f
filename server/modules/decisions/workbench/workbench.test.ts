import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { lifeBench } from '#server/testing/life.ts'
import { replay } from '../replaying.ts'
import { changing, workbenchBench } from './workbench-bench.ts'

const stricter = changing('tooYoung', { when: { 'person.age': '< 40' }, text: 'Моложе 40 лет' })

onBothDatabases('versions of the decision rules', (open) => {
  it('come into force by two, from their moment; every decision names its own, and is replayed by it', async () => {
    const platform = await open()
    const { offered, decisions, drafted, inForceBy, current, versions, turns, within } = workbenchBench(platform)
    const first = await offered()
    assert.equal((await current(first.id)).state, 'Approved')
    const tomorrow = new Date(platform.clock.now().getTime() + 24 * 3_600_000).toISOString()
    const id = await drafted(stricter)
    await inForceBy(id, tomorrow)
    const before = await offered()
    assert.match((await decisions.list(before.id))[0]?.rules ?? '', /^loan-2026-01-01 \(/)
    platform.clock.advance(24 * 3_600_000)
    const after = await offered()
    assert.equal((await current(after.id)).shown.rejection?.reason, 'limits')
    const [made] = await decisions.list(after.id)
    assert.match(made?.rules ?? '', /^v\d+ \(/)
    assert.deepEqual((await decisions.explained(after.id))[0]?.why, ['Моложе 40 лет'])
    // brought back, by two as well
    const file = versions.ofFile().sha256
    const { turn } = await within((tx) => turns.bringBack(tx, 'vera', file, { reason: 'рано' }))
    await assert.rejects(
      within((tx) => turns.decide(tx, 'vera', turn, true)),
      code('second_person'),
    )
    await within((tx) => turns.decide(tx, 'boris', turn, true))
    const third = await offered()
    assert.match((await decisions.list(third.id))[0]?.rules ?? '', /^loan-2026-01-01 \(/)
    for (const one of [first, before, after, third]) {
      const [row] = await decisions.list(one.id)
      assert.equal((await replay(platform.db, platform.clientKeys, row!.id))?.same, true)
    }
  })

  it('are the same on two servers from the same moment', async () => {
    const platform = await open()
    const { drafted, inForceBy, versions } = workbenchBench(platform)
    const other = lifeBench(platform)
    await inForceBy(await drafted(stricter))
    const [here, there] = [await versions.inForce(), await other.workbench.versions.inForce()]
    assert.match(here.version, /^v/)
    assert.equal(here.sha256, there.sha256)
    const { id } = await other.offered()
    assert.match((await other.decisions.list(id))[0]?.rules ?? '', new RegExp(`^${here.version} `))
  })

  it('come into force only checked, tried, changed, by who did not touch them, one at a time; closed they change no more', async () => {
    const platform = await open()
    const { drafted, drafts, turns, backtested, rowsOf, within } = workbenchBench(platform)
    const ask = (id: string, staff = 'vera') => within((tx) => turns.askDraft(tx, staff, id, { reason: 'проба' }))
    const id = await drafted(stricter)
    await assert.rejects(ask(id), code('rules_unchecked'))
    await drafts.check('vera', id)
    await assert.rejects(ask(id), code('rules_untried'))
    await backtested(id)
    // a change makes both stale by itself
    const rows = stricter(await rowsOf(id)).map((row) => ({ ...row, text: `${row.text}!` }))
    await within((tx) => drafts.save(tx, 'anna', id, { revision: 2, title: 'Проба', rows }))
    await assert.rejects(ask(id), code('rules_unchecked'))
    await drafts.check('vera', id)
    await assert.rejects(ask(id), code('rules_untried'))
    await backtested(id)
    const { turn } = await ask(id)
    for (const staff of ['vera', 'anna'])
      await assert.rejects(
        within((tx) => turns.decide(tx, staff, turn, true)),
        code('second_person'),
      )
    await assert.rejects(ask(await drafted(changing('tooYoung', { text: 'Проба' }))), code('rules_unchecked'))
    await assert.rejects(
      within((tx) => drafts.save(tx, 'vera', id, { revision: 3, title: 'Проба', rows })),
      code('rules_closed'),
    )
    await within((tx) => turns.decide(tx, 'boris', turn, false))
    await assert.rejects(
      within((tx) => turns.decide(tx, 'boris', turn, true)),
      code('rules_over'),
    )
    // declined, it may be mended; the same as in force is nothing to approve
    const same = await drafted((all) => all)
    await drafts.check('vera', same)
    await backtested(same)
    await assert.rejects(ask(same), code('rules_same'))
    const again = await ask(id)
    await assert.rejects(ask(same), code('rules_same'))
    await within((tx) => turns.decide(tx, 'boris', again.turn, true))
  })

  it('approved ones whose moment has not come are taken back by anybody with the right', async () => {
    const platform = await open()
    const { drafted, inForceBy, turns, versions, within } = workbenchBench(platform)
    const from = new Date(platform.clock.now().getTime() + 3_600_000).toISOString()
    await inForceBy(await drafted(stricter), from)
    const [turn] = await turns.list('decision')
    await within((tx) => turns.decide(tx, 'vera', turn?.id ?? '', false))
    platform.clock.advance(2 * 3_600_000)
    assert.match((await versions.inForce()).version, /^loan/)
  })

  it('the one who saves second is told who was first, and nothing of either is lost', async () => {
    const platform = await open()
    const { drafted, drafts, within } = workbenchBench(platform)
    const id = await drafted((rows) => rows)
    const rows = (await drafts.read(id))?.rows ?? []
    const save = (staff: string, title: string, revision: number) =>
      within((tx) => drafts.save(tx, staff, id, { revision, title, rows }))
    const outcomes = await Promise.allSettled([save('vera', 'Вера', 2), save('boris', 'Борис', 2)])
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
    const lost = outcomes.find((one) => one.status === 'rejected')
    assert.equal((lost as PromiseRejectedResult).reason.code, 'rules_saved_first')
    const { revision } = (lost as PromiseRejectedResult).reason.details as { revision: number }
    assert.equal(revision, 3)
    await save('boris', 'Борис поверх', revision)
    assert.equal((await drafts.read(id))?.title, 'Борис поверх')
  })

  it('a draft keeps what is wrong with it, and says so before it is tried', async () => {
    const platform = await open()
    const { drafted, drafts, backtests, rowsOf, within } = workbenchBench(platform)
    const id = await drafted(changing('tooYoung', { when: { 'person.age': 'юный' } }))
    assert.equal((await rowsOf(id)).find(({ code: one }) => one === 'tooYoung')?.when['person.age'], 'юный')
    await assert.rejects(
      within((tx) => backtests.start(tx, 'vera', id, { kind: 'last', count: 10 })),
      code('rules_unchecked'),
    )
    await assert.rejects(
      drafts.check('vera', id).then(({ findings }) => Promise.reject(findings)),
      (found: unknown) => /Строка 2, «Возраст»: Пишите число/.test(JSON.stringify(found)),
    )
  })
})
