import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { keptFailures } from '#server/http/kept-failures.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { code } from '#server/testing/failure.ts'
import { usualRights } from '#server/testing/roles.ts'
import { verifyLedger } from '../ledger/index.ts'
import { prolongationsBench } from '../prolongations/prolongations-bench.ts'
import { shortName, surnameKey } from '../verification/index.ts'
import { createLoanDesk } from './index.ts'

const day = 24 * 3_600_000
const kira = { id: 'kira', rights: usualRights('compliance') }
const on = (text: string) => text as IsoDate

function desked(platform: TestPlatform) {
  const bench = prolongationsBench(platform)
  const { loans, ledger, contacts, requests, lender } = bench
  const desk = createLoanDesk({
    calling: { start: async () => ({ until: '' }), end: async () => {} },
    platform,
    loans,
    ledger,
    contacts,
    requests,
    lender,
    staffNames: async () => new Map([['kira', 'Кира']]),
    shortName,
    surnameKey,
    phoneOf: async () => '+79161234567',
  })
  const within = <T>(work: Parameters<typeof keptFailures<T>>[1]) => keptFailures(platform, work)
  return {
    ...bench,
    desk,
    set: (clientId: string, ground: 'death' | 'bankruptcy' | 'refusal', since?: string) =>
      within((tx) => desk.marks.set(tx, clientId, 'kira', ground, since ? on(since) : undefined)),
    lift: (clientId: string, staffId: string, reason = 'ошибка') =>
      within((tx) => desk.marks.lift(tx, clientId, staffId, reason)),
    addHeir: (clientId: string, acceptedOn?: string) =>
      within((tx) =>
        desk.marks.addHeir(
          tx,
          clientId,
          'kira',
          { name: 'Наследникова Проба', address: 'г. Вымышленск', basis: 'справка нотариуса' },
          acceptedOn ? on(acceptedOn) : undefined,
        ),
      ),
    verify: async () => (await verifyLedger(platform.db, lender.rules, loans.followed)).fault,
  }
}

onBothDatabases('marks', (open) => {
  it('a death: from its day no penalty, interest as before, nothing told; heirs stand sealed, and one who accepts ends the stop', async () => {
    const platform = await open()
    const { running, desk, set, addHeir, loans, sent, verify } = desked(platform)
    const { actor, loanId } = await running()
    const other = await running()
    platform.clock.advance(30 * day)
    await loans.look()
    const seen = () => loans.get(actor.id, loanId)
    const [mine, theirs] = [await seen(), await loans.get(other.actor.id, other.loanId)]
    assert.ok(mine.debt.penalty > 0 && mine.debt.penalty === theirs.debt.penalty)
    await assert.rejects(set(actor.id, 'death'), code('bad_request'))
    await assert.rejects(set(actor.id, 'death', '2026-12-01'), code('bad_request'))
    // The due date was 16 March: four days of penalty, then the death.
    await set(actor.id, 'death', '2026-03-21')
    const stopped = await seen()
    assert.ok(stopped.debt.penalty > 0 && stopped.debt.penalty < mine.debt.penalty)
    assert.equal(stopped.debt.interest, mine.debt.interest)
    await assert.rejects(addHeir(actor.id, '2026-03-20'), code('bad_request'))
    await addHeir(actor.id)
    platform.clock.advance(10 * day)
    const messages = sent.length
    await loans.look()
    await loans.remind()
    assert.equal(sent.slice(messages).filter(({ kind }) => kind === 'overdue').length <= 1, true)
    assert.equal((await seen()).debt.penalty, stopped.debt.penalty)
    await addHeir(actor.id, '2026-04-05')
    const accepted = await seen()
    assert.ok(accepted.debt.penalty > stopped.debt.penalty, 'charged again from the day after')
    const { mark } = await desk.one(loanId, kira)
    assert.deepEqual(
      [mark?.since, mark?.two, mark?.heirs.map(({ acceptedOn }) => acceptedOn)],
      ['2026-03-21', true, [null, '2026-04-05']],
    )
    const { rows } = await sql<{ text: string }>`select encode(sealed, 'escape') as text from heir`.execute(platform.db)
    for (const { text } of rows) assert.doesNotMatch(text, /Наследникова/)
    assert.equal(await verify(), undefined)
  })

  it('before 2025-09-01 a death stopped nothing', async () => {
    const platform = await open()
    const { running, set, loans } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(30 * day)
    await loans.look()
    const before = await loans.get(actor.id, loanId)
    await set(actor.id, 'death', '2025-08-31')
    assert.deepEqual((await loans.get(actor.id, loanId)).debt, before.debt)
  })

  it('a bankruptcy: nothing is charged from the court’s day; lifted by two, and all of it is charged again', async () => {
    const platform = await open()
    const { running, desk, set, lift, loans, contacts, verify } = desked(platform)
    const { actor, loanId } = await running()
    platform.clock.advance(30 * day)
    await loans.look()
    const before = await loans.get(actor.id, loanId)
    await set(actor.id, 'bankruptcy', '2026-03-12')
    await assert.rejects(set(actor.id, 'refusal'), code('state_conflict'))
    const stopped = await loans.get(actor.id, loanId)
    // 15 000 roubles, nine days at 0.8 %.
    assert.deepEqual([stopped.debt.total, stopped.debt.penalty], [16_080_00, 0])
    assert.equal(await verify(), undefined)
    await assert.rejects(lift(actor.id, 'kira', ' '), code('bad_request'))
    assert.equal(await lift(actor.id, 'kira'), false)
    assert.equal((await desk.one(loanId, { ...kira, id: 'dina' })).mark?.lift?.mayConfirm, true)
    await assert.rejects(lift(actor.id, 'kira'), code('second_person'))
    assert.equal(await lift(actor.id, 'dina'), true)
    assert.equal(await contacts.stopOf(actor.id), null)
    assert.deepEqual((await loans.get(actor.id, loanId)).debt, before.debt)
    assert.equal(await verify(), undefined)
  })

  it('a person’s own refusal is lifted by one; heirs are of the dead alone', async () => {
    const platform = await open()
    const { running, set, lift, addHeir } = desked(platform)
    const { actor } = await running()
    await set(actor.id, 'refusal')
    await assert.rejects(addHeir(actor.id), code('state_conflict'))
    assert.equal(await lift(actor.id, 'kira', ''), true)
    await assert.rejects(lift(actor.id, 'kira'), code('state_conflict'))
  })
})
