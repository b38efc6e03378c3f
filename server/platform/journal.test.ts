import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { verifyJournal } from './journal-verification.ts'

const entries = 24

async function written(platform: TestPlatform): Promise<void> {
  for (let at = 0; at < entries; at += 3) {
    await platform.transact(async (tx) => {
      for (const n of [at, at + 1, at + 2]) {
        const subject = { kind: 'request', id: `r${n % 5}` }
        tx.journal({ event: 'moved', actor: { kind: 'client', id: `c${n}` }, subject, data: { from: n, to: n + 1 } })
      }
    })
  }
}

const pick = () => randomInt(1, entries + 1)

interface Tampering {
  name: string
  /** Does it and says which `seq` is to be named first; null for the head. */
  run(db: Kysely<unknown>): Promise<number | null>
}

const edit = (column: string, value: string): Tampering => ({
  name: `edit of ${column}`,
  async run(db) {
    const seq = pick()
    await sql`update journal set ${sql.ref(column)} = ${sql.raw(value)} where seq = ${seq}`.execute(db)
    return seq
  },
})

const tamperings: Tampering[] = [
  edit('data', `'{"from":99}'`),
  edit('at', `at + interval '1 millisecond'`),
  edit('actor_id', `'somebody'`),
  edit('actor_kind', `'staff'`),
  edit('event', `'approved'`),
  edit('subject_id', `'r99'`),
  edit('subject_kind', `'loan'`),
  edit('trace_id', `'00'`),
  edit('id', 'gen_random_uuid()'),
  edit('hash', `decode(md5('x') || md5('y'), 'hex')`),
  edit('prev_hash', `decode(md5('x') || md5('y'), 'hex')`),
  {
    name: 'deletion',
    async run(db) {
      const seq = pick()
      await sql`delete from journal where seq = ${seq}`.execute(db)
      return seq
    },
  },
  {
    name: 'deletion with the rest moved up',
    async run(db) {
      const seq = randomInt(1, entries)
      await sql`delete from journal where seq = ${seq}`.execute(db)
      await sql`update journal set seq = -seq where seq > ${seq}`.execute(db)
      await sql`update journal set seq = -seq - 1 where seq < 0`.execute(db)
      return seq
    },
  },
  {
    name: 'exchange of two entries',
    async run(db) {
      const first = randomInt(1, entries)
      await sql`update journal set seq = -seq where seq in (${first}, ${first + 1})`.execute(db)
      await sql`update journal set seq = case when seq = ${-first} then ${first + 1}::bigint else ${first}::bigint end
        where seq < 0`.execute(db)
      return first
    },
  },
  {
    name: 'insertion between entries',
    async run(db) {
      const seq = pick()
      await sql`update journal set seq = -seq where seq >= ${seq}`.execute(db)
      await sql`update journal set seq = -seq + 1 where seq < 0`.execute(db)
      await sql`insert into journal select ${seq}, gen_random_uuid(), at, actor_kind, actor_id, event, subject_kind,
        subject_id, data, trace_id, prev_hash, hash from journal where seq = ${seq + 1}`.execute(db)
      return seq
    },
  },
  {
    name: 'insertion before the first',
    async run(db) {
      await sql`insert into journal select 0, gen_random_uuid(), at, actor_kind, actor_id, event, subject_kind,
        subject_id, data, trace_id, prev_hash, hash from journal where seq = 1`.execute(db)
      return 0
    },
  },
  {
    name: 'cut of the tail',
    async run(db) {
      const seq = pick()
      await sql`delete from journal where seq >= ${seq}`.execute(db)
      return seq
    },
  },
  {
    name: 'cut of the tail, the head put back with it',
    async run(db) {
      const last = randomInt(1, entries)
      await sql`delete from journal where seq > ${last}`.execute(db)
      await sql`update journal_head set count = ${last}, hash = (select hash from journal where seq = ${last})`.execute(
        db,
      )
      return null
    },
  },
  {
    name: 'everything removed',
    async run(db) {
      await sql`delete from journal`.execute(db)
      await sql`update journal_head set count = 0, hash = genesis, signature = null`.execute(db)
      return null
    },
  },
]

class Undo extends Error {}

onBothDatabases('the journal', (open) => {
  test('is whole as it was written', async () => {
    const platform = await open()
    await written(platform)
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.entries], [true, entries])
  })

  test('refuses change, deletion and emptying', async () => {
    const platform = await open()
    await written(platform)
    for (const attack of [
      'update journal set event = event',
      'delete from journal',
      'truncate journal',
      'delete from journal_head',
    ]) {
      await assert.rejects(sql.raw(attack).execute(platform.db), /append-only/, attack)
    }
  })

  test('names the first bad entry of 200 random tamperings', async () => {
    const platform = await open()
    await written(platform)
    for (let round = 0; round < 200; round += 1) {
      const tampering = tamperings[round % tamperings.length]!
      const trial = platform.db.transaction().execute(async (db) => {
        await sql`alter table journal disable trigger user`.execute(db)
        const seq = await tampering.run(db)
        const verdict = await verifyJournal(db, platform.keys)
        assert.equal(verdict.ok, false, tampering.name)
        assert.equal(!verdict.ok && verdict.badSeq, seq, tampering.name)
        throw new Undo()
      })
      await assert.rejects(trial, Undo)
    }
    assert.equal((await verifyJournal(platform.db, platform.keys)).ok, true)
  })

  test('put back to an older state is seen against a checkpoint noted outside', async () => {
    const platform = await open()
    await written(platform)
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.ok(verdict.ok)
    const later = { count: entries + 1, hash: verdict.head }
    const short = await verifyJournal(platform.db, platform.keys, later)
    assert.equal(!short.ok && short.badSeq, entries + 1)
    assert.ok((await verifyJournal(platform.db, platform.keys, { count: entries, hash: verdict.head })).ok)
    assert.ok(!(await verifyJournal(platform.db, platform.keys, { count: 3, hash: verdict.head })).ok)
  })

  test('keeps one unbroken order under parallel transactions', async () => {
    const platform = await open()
    const move = (n: number) =>
      platform.transact(async (tx) => {
        tx.journal({ event: 'moved', actor: { kind: 'job' }, subject: { kind: 'request', id: String(n) } })
      })
    await Promise.all(Array.from({ length: 50 }, (_, n) => move(n)))
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.entries], [true, 50])
  })
})
