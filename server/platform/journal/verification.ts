import { type Kysely, sql } from 'kysely'
import type { KeyRing } from '../keys.ts'
import { isSigned, type JournalRow, type JournalTables, partsOfHead, shards } from './chain.ts'
import { sealIsSigned, sealsUpTo } from './seals.ts'
import { type Checkpoint, type JournalVerdict, openWalk } from './walk.ts'

const batch = 1000

/** Entries of all chains, one chain after another, each up to `until(shard)`. */
export async function* entriesUpTo(
  outer: Kysely<unknown>,
  until: (shard: number) => number = () => Number.MAX_SAFE_INTEGER,
): AsyncGenerator<JournalRow> {
  const db = outer.$extendTables<JournalTables>()
  for (let last: Pick<JournalRow, 'shard' | 'seq'> = { shard: -1, seq: 0 }; ; ) {
    const rows = (await db
      .selectFrom('journal')
      .selectAll()
      .where(sql<boolean>`(shard, seq) > (${last.shard}::smallint, ${last.seq}::bigint)`)
      .orderBy('shard')
      .orderBy('seq')
      .limit(batch)
      .execute()) as JournalRow[]
    for (const row of rows) if (row.seq <= until(row.shard)) yield row
    const end = rows.at(-1)
    if (!end) return
    last = end
  }
}

export const journalHeads = (db: Kysely<unknown>) =>
  db.$extendTables<JournalTables>().selectFrom('journal_head').selectAll().orderBy('shard').execute()

/** Reads the journal from its first entries and checks chains, seals and signatures. Names the first bad place. */
export async function verifyJournal(
  db: Kysely<unknown>,
  keys: KeyRing,
  checkpoint?: Checkpoint,
): Promise<JournalVerdict> {
  if (db.isTransaction) return verifyInside(db, keys, checkpoint)
  // One snapshot, so that entries appended meanwhile do not look like a difference from the heads.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => verifyInside(snapshot, keys, checkpoint))
}

async function verifyInside(db: Kysely<unknown>, keys: KeyRing, checkpoint?: Checkpoint): Promise<JournalVerdict> {
  const heads = await journalHeads(db)
  const walk = openWalk(heads, checkpoint)
  if (heads.length !== shards) return walk.broken({}, 'a head is missing')
  for await (const seal of sealsUpTo(db)) {
    const broken = walk.seal(seal)
    if (broken) return broken
    if (!sealIsSigned(keys, seal)) return walk.broken({ seal: seal.number }, 'the signature of the seal is not true')
  }
  for await (const row of entriesUpTo(db)) {
    const broken = walk.entry(row)
    if (broken) return broken
  }
  const unsigned = heads.find((head) => !isSigned(keys, head, partsOfHead(head)))
  if (unsigned) return walk.broken({}, `the signature of head ${unsigned.shard} is not true`)
  return walk.end()
}
