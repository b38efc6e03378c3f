import assert from 'node:assert/strict'
import { it } from 'node:test'
import { verifyJournalFile } from '#server/platform/journal/file.ts'
import { verifyJournal } from '#server/platform/journal/verification.ts'
import type { Checkpoint } from '#server/platform/journal/walk.ts'
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
      tx.journal({
        event: 'client.endSessions',
        actor: { kind: 'system', id: 'test' },
        subject: { kind: 'client', id: `c${n}` },
        data: { ended: n },
      }),
    )
  const { reply, status } = await bench.call('GET', `/journal/export?format=${format}`, session)
  assert.equal(status, 200)
  return { bench, reply, lines: reply.body.trimEnd().split(/\r?\n/) }
}

const verify = (lines: readonly string[], checkpoint?: Checkpoint) => verifyJournalFile(linesOf(lines), checkpoint)

interface Line {
  readonly shard?: number
  readonly seq?: number
  readonly number: number
  readonly hash: string
}
const read = (line = '') => JSON.parse(line) as Line

onBothDatabases('The journal as a file', (open) => {
  it('is whole, holds its own export, and has the heads the database has', async () => {
    const platform = await open()
    const { lines, reply } = await exported(platform)
    const verdict = await verify(lines)
    assert.deepEqual(verdict, await verifyJournal(platform.db, platform.keys))
    assert.equal(verdict.ok && verdict.entries, lines.length - 2)
    assert.equal(lines.filter((line) => line.includes('"event":"journal.export"')).length, 1)
    assert.match(String(reply.headers['content-disposition']), /attachment; filename="journal-\d{4}-\d\d-\d\d\.jsonl"/)
  })

  it('names the first bad place whatever is done to it', async () => {
    const { lines } = await exported(await open())
    const bad = async (changed: readonly string[]) => {
      const verdict = await verify(changed)
      return verdict.ok ? 'whole' : verdict.bad
    }
    for (let at = 1; at < lines.length; at += 1) {
      const one = lines[at] ?? ''
      const { shard, seq, number } = read(one)
      const place = shard === undefined ? { seal: number } : { shard, seq }
      for (const edit of [
        one.replace('"event":"', '"event":"x').replace('"heads":[[', '"heads":[[1,1,"00"],['),
        one.replace(/"hash":"./, '"hash":"x'),
        one.replace(/"at":"2/, '"at":"1'),
      ])
        assert.deepEqual(await bad(lines.with(at, edit)), place, edit)
      assert.deepEqual(await bad(lines.with(at, '{')), {})
      if (shard !== undefined) assert.deepEqual(await bad(lines.toSpliced(at, 1)), place, 'taken out')
      assert.notEqual(await bad(lines.toSpliced(at, 0, one)), 'whole', 'put in twice')
    }
    const [start = '', , ...entries] = lines
    const last = read(entries.at(-1))
    assert.deepEqual(await bad([start, ...entries.slice(0, -1)]), { shard: last.shard, seq: last.seq })
    assert.deepEqual(await bad([]), {})
    assert.deepEqual(await bad(['{"kind":"something else"}', ...entries]), {})
  })

  it('is held against a seal noted outside', async () => {
    const { lines } = await exported(await open())
    const { number, hash } = read(lines[1])
    assert.ok((await verify(lines, { number, hash })).ok)
    assert.ok(!(await verify(lines, { number, hash: hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) })).ok)
    assert.ok(!(await verify(lines, { number: number + 1, hash })).ok)
  })

  it('leaves as CSV too, each line with its hashes and the number of the export; not to a verifier', async () => {
    const platform = await open()
    const { lines, bench } = await exported(platform, 'csv')
    assert.match(lines[0] ?? '', /^\ufeffshard;seq;id;at;.*;prev_hash;hash;export$/)
    assert.match(lines[5] ?? '', /^\d+;\d+;.*;[\da-f]{64};[\da-f]{64};[\da-f-]{36}$/)
    const verifier = await bench.signIn(await bench.add('boris', 'verifier'))
    assert.equal((await bench.call('GET', '/journal/export', verifier)).status, 403)
  })
})
