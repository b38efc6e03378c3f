import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import type { JournalEntry } from '#contract/journal.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { currentTrace, withTrace } from './trace.ts'

const entry: JournalEntry = {
  event: 'staff.reset',
  actor: { kind: 'system', id: 'test' },
  subject: { kind: 'staff', id: '1' },
}

onBothDatabases('a transaction', (open) => {
  test('is tried again after a deadlock and a serialisation failure, and leaves one trace of its work', async () => {
    const platform = await open()
    for (const code of ['40P01', '40001']) {
      let tries = 0
      await platform.transact(async (tx) => {
        tries += 1
        tx.journal(entry)
        if (tries < 3)
          await sql.raw(`do $$ begin raise exception 'again' using errcode = '${code}'; end $$`).execute(tx.db)
      })
      assert.equal(tries, 3)
    }
    const { rows } = await sql<{ n: number }>`select count(*) as n from journal`.execute(platform.db)
    assert.equal(rows[0]?.n, 2)
  })

  test('is not tried again after any other failure', async () => {
    const platform = await open()
    let tries = 0
    const failed = platform.transact(async (tx) => {
      tries += 1
      await sql`select 1 / 0`.execute(tx.db)
    })
    await assert.rejects(failed, { code: '22012' })
    assert.equal(tries, 1)
  })

  test('runs later work after the commit, outside, and a failure of that changes nothing', async () => {
    const platform = await open()
    const seen: number[] = []
    const answer = await platform.transact(async (tx) => {
      tx.journal(entry)
      tx.afterCommit(() => Promise.reject(new Error('later')))
      tx.afterCommit(async () => {
        const { rows } = await sql<{ n: number }>`select count(*) as n from journal`.execute(platform.db)
        seen.push(rows[0]!.n)
      })
      return 'done'
    })
    assert.deepEqual([answer, seen], ['done', [1]])
    assert.match(platform.lines.join(''), /work after a commit failed/)
  })

  test('writes the trace of the call into the journal', async () => {
    const platform = await open()
    await withTrace('trace-1', () => platform.transact(async (tx) => tx.journal(entry)))
    const { rows } = await sql`select trace_id from journal`.execute(platform.db)
    assert.deepEqual([rows, currentTrace()], [[{ trace_id: 'trace-1' }], undefined])
  })
})
