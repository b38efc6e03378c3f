import assert from 'node:assert/strict'
import { it } from 'node:test'
import { verifyJournalFile } from '#server/platform/journal-file.ts'
import { verifyJournal } from '#server/platform/journal-verification.ts'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { officeBench } from './office-bench.ts'

async function* linesOf(lines: readonly string[]) {
  yield* lines
}

/** The journal with some entries in it, taken out by a supervisor as lines. */
async function exported(platform: TestPlatform, format: 'jsonl' | 'csv' = 'jsonl') {
  const bench = await officeBench(platform)
  const session = await bench.signIn(await bench.add('anna', 'supervisor'))
  for (let n = 0; n < 12; n += 1)
    await platform.transact(async (tx) =>
      tx.journal({ event: 'moved', actor: { kind: 'job' }, subject: { kind: 'request', id: `r${n}` }, data: { n } }),
    )
  const { reply, status } = await bench.call('GET', `/journal/export?format=${format}`, session)
  assert.equal(status, 200)
  return { bench, reply, lines: reply.body.trimEnd().split(/\r?\n/) }
}

const verify = (lines: readonly string[], checkpoint?: { count: number; hash: string }) =>
  verifyJournalFile(linesOf(lines), checkpoint)

onBothDatabases('The journal as a file', (open) => {
  it('is whole, holds its own export last, and has the head the database has', async () => {
    const platform = await open()
    const { lines, reply } = await exported(platform)
    const verdict = await verify(lines)
    assert.deepEqual(verdict, await verifyJournal(platform.db, platform.keys))
    assert.equal(verdict.ok && verdict.entries, lines.length - 1)
    assert.match(lines.at(-1) ?? '', /"event":"journal.export"/)
    assert.match(String(reply.headers['content-disposition']), /attachment; filename="journal-\d{4}-\d\d-\d\d\.jsonl"/)
  })

  it('names the first bad entry whatever is done to it', async () => {
    const { lines } = await exported(await open())
    const bad = async (changed: readonly string[]) => {
      const verdict = await verify(changed)
      return verdict.ok ? 'whole' : verdict.badSeq
    }
    for (let seq = 1; seq < lines.length; seq += 1) {
      const one = lines[seq] ?? ''
      for (const edit of [
        one.replace('"event":"', '"event":"x'),
        one.replace(/"hash":"./, '"hash":"x'),
        one.replace(/"at":"2/, '"at":"1'),
        '{',
      ])
        assert.equal(await bad(lines.with(seq, edit)), seq, edit)
      assert.equal(await bad(lines.toSpliced(seq, 1)), seq, 'taken out')
      assert.equal(await bad(lines.toSpliced(seq, 0, one)), seq, 'put in twice')
    }
    const [start = '', ...entries] = lines
    assert.equal(await bad([start, ...entries.slice(0, -1)]), entries.length)
    assert.equal(await bad([]), null)
    assert.equal(await bad(['{"kind":"something else"}', ...entries]), null)
    const shortened = [start.replace(/"count":\d+/, '"count":3'), ...entries.slice(0, 3)]
    assert.equal(await bad(shortened), 3)
  })

  it('is held against a checkpoint noted outside', async () => {
    const { lines } = await exported(await open())
    const third = JSON.parse(lines[3] ?? '') as { hash: string }
    assert.ok((await verify(lines, { count: 3, hash: third.hash })).ok)
    assert.ok(!(await verify(lines, { count: 4, hash: third.hash })).ok)
    assert.ok(!(await verify(lines, { count: lines.length, hash: third.hash })).ok)
  })

  it('leaves as CSV too, each line with its hashes and the number of the export; not to a verifier', async () => {
    const platform = await open()
    const { lines, bench } = await exported(platform, 'csv')
    assert.match(lines[0] ?? '', /^\ufeffseq,id,at,.*,prev_hash,hash,export$/)
    assert.match(lines[5] ?? '', /^5,.*,[\da-f]{64},[\da-f]{64},[\da-f-]{36}$/)
    const verifier = await bench.signIn(await bench.add('boris', 'verifier'))
    assert.equal((await bench.call('GET', '/journal/export', verifier)).status, 403)
  })
})
