import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { onBothDatabases, type TestPlatform } from '#server/testing/bench.ts'
import { shardOf } from './chain.ts'
import { sealJournal } from './seals.ts'
import { verifyJournal } from './verification.ts'
import type { BadPlace } from './walk.ts'

const entries = 24
/** Their subjects are in two chains. */
const subjects = ['r0', 'r1'] as const
const inEach = entries / subjects.length
assert.notEqual(shardOf('r0'), shardOf('r1'))

async function written(platform: TestPlatform, from = 0): Promise<void> {
  for (let at = from; at < from + entries; at += 4) {
    await platform.transact(async (tx) => {
      for (const n of [at, at + 1, at + 2, at + 3]) {
        const subject = { kind: 'client', id: subjects[n % 2] ?? '' } as const
        tx.journal({ event: 'client.endSessions', actor: { kind: 'client', id: `c${n}` }, subject, data: { ended: n } })
      }
    })
  }
}

interface Tampering {
  name: string
  /** Does it in a chain at a place, and says what is to be named: a `seq`, null for the heads. */
  run(db: Kysely<unknown>, shard: number, seq: number): Promise<number | null>
}

const edit = (column: string, value: string): Tampering => ({
  name: `edit of ${column}`,
  async run(db, shard, seq) {
    await sql`update journal set ${sql.ref(column)} = ${sql.raw(value)} where shard = ${shard} and seq = ${seq}`.execute(
      db,
    )
    return seq
  },
})

const rest = sql.raw(
  'gen_random_uuid(), at, actor_kind, actor_id, event, subject_kind, subject_id, data, trace_id, prev_hash, hash',
)

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
    async run(db, shard, seq) {
      await sql`delete from journal where shard = ${shard} and seq = ${seq}`.execute(db)
      return seq
    },
  },
  {
    name: 'deletion with the rest moved up',
    async run(db, shard, given) {
      const seq = Math.min(given, inEach - 1)
      await sql`delete from journal where shard = ${shard} and seq = ${seq}`.execute(db)
      await sql`update journal set seq = -seq where shard = ${shard} and seq > ${seq}`.execute(db)
      await sql`update journal set seq = -seq - 1 where seq < 0`.execute(db)
      return seq
    },
  },
  {
    name: 'exchange of two entries',
    async run(db, shard, given) {
      const first = Math.min(given, inEach - 1)
      await sql`update journal set seq = -seq where shard = ${shard} and seq in (${first}, ${first + 1})`.execute(db)
      await sql`update journal set seq = case when seq = ${-first} then ${first + 1}::bigint else ${first}::bigint end
        where seq < 0`.execute(db)
      return first
    },
  },
  {
    name: 'insertion between entries',
    async run(db, shard, seq) {
      await sql`update journal set seq = -seq where shard = ${shard} and seq >= ${seq}`.execute(db)
      await sql`update journal set seq = -seq + 1 where seq < 0`.execute(db)
      await sql`insert into journal select shard, ${seq}, ${rest} from journal where shard = ${shard} and seq = ${seq + 1}`.execute(
        db,
      )
      return seq
    },
  },
  {
    name: 'insertion before the first',
    async run(db, shard) {
      await sql`insert into journal select shard, 0, ${rest} from journal where shard = ${shard} and seq = 1`.execute(
        db,
      )
      return 0
    },
  },
  {
    name: 'an entry taken over to another chain',
    async run(db, shard, seq) {
      const other = subjects.map(shardOf).find((each) => each !== shard) ?? 0
      await sql`insert into journal select ${other}, ${inEach + 1}, ${rest} from journal where shard = ${shard} and seq = ${seq}`.execute(
        db,
      )
      return null
    },
  },
  {
    name: 'cut of the tail',
    async run(db, shard, seq) {
      await sql`delete from journal where shard = ${shard} and seq >= ${seq}`.execute(db)
      return seq
    },
  },
  {
    name: 'cut of the tail, the head put back with it',
    async run(db, shard, seq) {
      const last = Math.min(seq, inEach - 1)
      await sql`delete from journal where shard = ${shard} and seq > ${last}`.execute(db)
      await sql`update journal_head set count = ${last}, hash =
        (select hash from journal where shard = ${shard} and seq = ${last}) where shard = ${shard}`.execute(db)
      return null
    },
  },
  {
    name: 'a chain removed',
    async run(db, shard) {
      await sql`delete from journal where shard = ${shard}`.execute(db)
      await sql`update journal_head set count = 0, hash = genesis, signature = null where shard = ${shard}`.execute(db)
      return null
    },
  },
]

class Undo extends Error {}

/** What the check says of a journal something was done to, which is then as before. */
async function afterwards(platform: TestPlatform, work: (db: Kysely<unknown>) => Promise<void>) {
  const said: BadPlace[] = []
  const trial = platform.db.transaction().execute(async (db) => {
    // Whoever has the database can do this: no trigger, no foreign key.
    await sql`set local session_replication_role = replica`.execute(db)
    await work(db)
    const verdict = await verifyJournal(db, platform.keys)
    if (!verdict.ok) said.push(verdict.bad)
    throw new Undo()
  })
  await assert.rejects(trial, Undo)
  return said[0]
}

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
    await sealJournal(platform)
    for (const attack of [
      'update journal set event = event',
      'delete from journal',
      'truncate journal',
      'delete from journal_head',
      'update journal_seal set number = number',
      'delete from journal_sealed_head',
      'truncate journal_seal cascade',
    ]) {
      await assert.rejects(sql.raw(attack).execute(platform.db), /append-only/, attack)
    }
  })

  test('names the first bad entry of 200 random tamperings', async () => {
    const platform = await open()
    await written(platform)
    for (let round = 0; round < 200; round += 1) {
      const tampering = tamperings[round % tamperings.length]!
      const [shard, seq] = [shardOf(subjects[randomInt(2)] ?? ''), randomInt(1, inEach + 1)]
      let expected: number | null = 0
      const bad = await afterwards(platform, async (db) => {
        expected = await tampering.run(db, shard, seq)
      })
      assert.ok(bad, tampering.name)
      if (expected !== null) assert.deepEqual(bad, { shard, seq: expected }, tampering.name)
    }
    assert.equal((await verifyJournal(platform.db, platform.keys)).ok, true)
  })

  test('a chain put back to an older state, with its own true head, no longer fits its seal', async () => {
    const platform = await open()
    await written(platform)
    const shard = shardOf(subjects[1])
    const { rows: older } = await sql`select * from journal_head where shard = ${shard}`.execute(platform.db)
    await written(platform, entries)
    const putBack = (seals: string) => async (db: Kysely<unknown>) => {
      await sql`delete from journal where shard = ${shard} and seq > ${inEach}`.execute(db)
      const [{ count, hash, signature }] = older as [{ count: number; hash: Uint8Array; signature: Uint8Array }]
      await sql`update journal_head set count = ${count}, hash = ${hash}, signature = ${signature} where shard = ${shard}`.execute(
        db,
      )
      if (seals) await sql.raw(seals).execute(db)
    }
    assert.equal(await afterwards(platform, putBack('')), undefined, 'before the seal of that minute')
    await sealJournal(platform)
    assert.deepEqual(await afterwards(platform, putBack('')), { shard, seq: inEach + 1 })
    assert.deepEqual(await afterwards(platform, putBack('delete from journal_sealed_head')), { seal: 1 })
    assert.deepEqual(await afterwards(platform, putBack('update journal_sealed_head set count = 1')), { seal: 1 })
  })

  test('its seals follow one another, whoever makes them, and only when something moved', async () => {
    const platform = await open()
    await sealJournal(platform)
    for (let n = 0; n < 3; n += 1) {
      await written(platform, n * entries)
      await Promise.all([sealJournal(platform), sealJournal(platform)])
      await sealJournal(platform)
    }
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.ok && verdict.seal?.number], [true, 3])
    for (const attack of [
      'delete from journal_seal where number = 2',
      "update journal_seal set at = at + interval '1 second' where number = 2",
      'update journal_seal set signature = hash where number = 2',
    ])
      assert.deepEqual(await afterwards(platform, async (db) => void (await sql.raw(attack).execute(db))), { seal: 2 })
  })

  test('put back to an older state is seen against a seal noted outside', async () => {
    const platform = await open()
    await written(platform)
    await sealJournal(platform)
    const { db, keys } = platform
    const verdict = await verifyJournal(db, keys)
    assert.ok(verdict.ok && verdict.seal)
    const { number, hash } = verdict.seal
    assert.ok((await verifyJournal(db, keys, { number, hash })).ok)
    const short = await verifyJournal(db, keys, { number: number + 1, hash })
    assert.deepEqual(!short.ok && short.bad, { seal: number + 1 })
    assert.ok(!(await verifyJournal(db, keys, { number, hash: verdict.head })).ok)
  })

  test('keeps unbroken chains under parallel transactions that write into several', async () => {
    const platform = await open()
    const move = (n: number) =>
      platform.transact(async (tx) => {
        for (const id of [n, n + 1, n + 2].sort(() => randomInt(3) - 1))
          tx.journal({
            event: 'client.signOut',
            actor: { kind: 'job', id: 'test' },
            subject: { kind: 'client', id: String(id % 10) },
          })
      })
    await Promise.all(Array.from({ length: 50 }, (_, n) => move(n)))
    const verdict = await verifyJournal(platform.db, platform.keys)
    assert.deepEqual([verdict.ok, verdict.entries], [true, 150])
  })
})
