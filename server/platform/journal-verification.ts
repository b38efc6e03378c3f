import type { Kysely } from 'kysely'
import { headIsSigned, type JournalHead, type JournalRow, type JournalTables, journalHash } from './journal.ts'
import type { KeyRing } from './keys.ts'

export type JournalVerdict =
  | { ok: true; entries: number; head: string }
  | { ok: false; entries: number; badSeq: number | null; reason: string }

/** A head noted outside the database earlier: shows that the journal was not put back to an older state. */
export interface Checkpoint {
  count: number
  /** Hash of the entry `count`, hex. */
  hash: string
}

const batch = 1000
const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** What is wrong with an entry that is to follow `prev`. */
export function faultOf(row: JournalRow, expected: { seq: number; prev: Uint8Array }): string | undefined {
  if (row.seq > expected.seq) return 'an entry is missing'
  if (row.seq < expected.seq) return 'an entry was inserted out of turn'
  if (!same(row.prev_hash, expected.prev)) return 'the entry does not follow the one before it'
  if (!same(row.hash, journalHash(row))) return 'the entry was changed after it was written'
  return undefined
}

/** Reads the journal from the first entry and checks the chain and the signed head. Names the first bad `seq`. */
export async function verifyJournal(
  outer: Kysely<unknown>,
  keys: KeyRing,
  checkpoint?: Checkpoint,
): Promise<JournalVerdict> {
  const db = outer.$extendTables<JournalTables>()
  if (db.isTransaction) return verifyInside(db, keys, checkpoint)
  // One snapshot, so that entries appended meanwhile do not look like a difference from the head.
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((snapshot) => verifyInside(snapshot, keys, checkpoint))
}

async function verifyInside(
  db: Kysely<JournalTables>,
  keys: KeyRing,
  checkpoint?: Checkpoint,
): Promise<JournalVerdict> {
  const head: JournalHead | undefined = await db.selectFrom('journal_head').selectAll().executeTakeFirst()
  const bad = (entries: number, badSeq: number | null, reason: string): JournalVerdict => ({
    ok: false,
    entries,
    badSeq,
    reason,
  })
  if (!head) return bad(0, null, 'the head is missing')
  let entries = 0
  let prev = head.genesis
  for (let last = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = (await db
      .selectFrom('journal')
      .selectAll()
      .where('seq', '>', last)
      .orderBy('seq')
      .limit(batch)
      .execute()) as JournalRow[]
    for (const row of rows) {
      const fault = faultOf(row, { seq: entries + 1, prev })
      if (fault) return bad(entries, Math.min(row.seq, entries + 1), fault)
      entries += 1
      prev = row.hash
      if (checkpoint?.count === entries && checkpoint.hash !== hex(row.hash)) {
        return bad(entries, entries, 'the entry differs from the checkpoint noted outside')
      }
    }
    if (rows.length < batch) break
    last = rows.at(-1)!.seq
  }
  if (!headIsSigned(keys, head)) return bad(entries, null, 'the signature of the head is not true')
  if (head.count > entries) return bad(entries, entries + 1, `the last ${head.count - entries} entries are missing`)
  if (head.count < entries) return bad(entries, head.count + 1, 'entries were added past the head')
  if (!same(head.hash, prev)) return bad(entries, entries, 'the last entry is not the one the head names')
  if (checkpoint && checkpoint.count > entries) {
    return bad(entries, entries + 1, 'the journal is shorter than the checkpoint noted outside')
  }
  return { ok: true, entries, head: hex(prev) }
}
