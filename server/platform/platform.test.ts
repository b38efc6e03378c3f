import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { onBothDatabases } from '#server/testing/bench.ts'
import { verifyJournal } from './journal/verification.ts'

onBothDatabases('the platform', (open) => {
  test('commits rows, journal entry and job together', async () => {
    const platform = await open()
    let ran = 0
    platform.jobs.define('count', async () => {
      ran += 1
    })
    await platform.transact(async (tx) => {
      tx.journal({ event: 'staff.reset', actor: { kind: 'system', id: 'test' }, subject: { kind: 'staff', id: '1' } })
      await tx.send('count', {})
    })
    assert.equal(await platform.jobs.runDue(), 1)
    assert.equal(ran, 1)
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.entries], [true, 1])
  })

  test('leaves nothing of a transaction that failed', async () => {
    const platform = await open()
    platform.jobs.define('count', async () => {})
    const failed = platform.transact(async (tx) => {
      tx.journal({ event: 'staff.reset', actor: { kind: 'system', id: 'test' }, subject: { kind: 'staff', id: '1' } })
      await tx.send('count', {})
      throw new Error('no')
    })
    await assert.rejects(failed, /no/)
    assert.equal(await platform.jobs.runDue(), 0)
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.entries], [true, 0])
  })

  test('refuses the outer database inside a transaction at once', async () => {
    const platform = await open()
    const misuse = platform.transact(() => sql`select 1`.execute(platform.db))
    await assert.rejects(misuse, { name: 'OutsideTransaction' })
    await assert.rejects(
      platform.transact(() => platform.transact(async () => {})),
      { name: 'OutsideTransaction' },
    )
    assert.equal((await sql`select 1`.execute(platform.db)).rows.length, 1)
  })
})
