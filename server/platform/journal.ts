import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { canonicalJson } from './canonical.ts'
import type { Clock } from './clock.ts'
import { newId } from './ids.ts'
import type { KeyGeneration, KeyRing } from './keys.ts'
import { currentTrace } from './trace.ts'

/** One event for the journal. `data` holds no personal data: ids, statuses, coded reasons, hashes. */
export interface JournalEntry {
  event: string
  actor: { kind: string; id?: string | null }
  subject: { kind: string; id: string }
  data?: Record<string, unknown>
}

/** An entry as it is read back. */
export interface JournalRow {
  seq: number
  id: string
  at: Date
  actor_kind: string
  actor_id: string | null
  event: string
  subject_kind: string
  subject_id: string
  data: Record<string, unknown>
  trace_id: string | null
  prev_hash: Uint8Array
  hash: Uint8Array
}

export type JournalHead = {
  genesis: Uint8Array
  count: number
  hash: Uint8Array
  key_id: Uint8Array | null
  signature: Uint8Array | null
}

export type JournalTables = {
  journal: Omit<JournalRow, 'data'> & { data: unknown }
  journal_head: JournalHead
}

/** SHA-256 over the previous hash and the canonical JSON of everything else in the row. */
export function journalHash(row: Omit<JournalRow, 'hash'> & { hash?: Uint8Array }): Buffer {
  const { prev_hash, hash: _, ...rest } = row
  return createHash('sha256')
    .update(prev_hash)
    .update(canonicalJson({ ...rest, at: row.at.toISOString() }))
    .digest()
}

/** HMAC over the whole head, so that nobody without APP_KEY can shorten the journal and cover it. */
export function signHead(key: KeyGeneration, head: Pick<JournalHead, 'genesis' | 'count' | 'hash'>): Buffer {
  return createHmac('sha256', key.derive('journal'))
    .update(head.genesis)
    .update(String(head.count))
    .update(head.hash)
    .digest()
}

/** Whether the head carries a true signature of a key of the ring. */
export function headIsSigned(keys: KeyRing, head: JournalHead): boolean {
  const { key_id, signature } = head
  const key = key_id && keys.all.find((candidate) => candidate.id.equals(key_id))
  if (!key || signature?.length !== 32) return false
  return timingSafeEqual(signHead(key, head), signature)
}

/** Signs the head of a journal that has just been made. Called once at every start. */
export async function startJournal(db: Kysely<unknown>, keys: KeyRing): Promise<void> {
  await db
    .$extendTables<JournalTables>()
    .transaction()
    .execute(async (tx) => {
      const head = await tx.selectFrom('journal_head').selectAll().forUpdate().executeTakeFirstOrThrow()
      if (head.count > 0 || head.signature) return
      await tx
        .updateTable('journal_head')
        .set({ key_id: keys.current.id, signature: signHead(keys.current, head) })
        .execute()
    })
}

/** What listeners of a channel are told at commit. */
export interface Notice {
  readonly channel: string
  readonly payload: string
}

const told = ({ channel, payload }: Notice) => sql`pg_notify(${channel}, ${payload})`

/** The end of a transaction: its entries and its notices, in as few statements as there are needed. */
export async function closeTransaction(
  tx: Kysely<unknown>,
  entries: JournalEntry[],
  notices: readonly Notice[],
  parts: { keys: KeyRing; clock: Clock },
): Promise<void> {
  if (entries.length > 0) return appendToJournal(tx, entries, parts, notices)
  if (notices.length > 0) await sql`select ${sql.join(notices.map(told))}`.execute(tx)
}

/** Appends entries at the end of a transaction, under the head's row lock; the order of commit is the order of `seq`. */
export async function appendToJournal(
  tx: Kysely<unknown>,
  entries: JournalEntry[],
  { keys, clock }: { keys: KeyRing; clock: Clock },
  notices: readonly Notice[] = [],
): Promise<void> {
  if (entries.length === 0) return
  const db = tx.$extendTables<JournalTables>()
  const head = await db.selectFrom('journal_head').selectAll().forUpdate().executeTakeFirstOrThrow()
  const rows: JournalRow[] = []
  let prev_hash = head.hash
  for (const entry of entries) {
    const unsigned = {
      seq: head.count + rows.length + 1,
      id: newId(),
      at: clock.now(),
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id ?? null,
      event: entry.event,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      data: entry.data ?? {},
      trace_id: currentTrace() ?? null,
      prev_hash,
    }
    const hash = journalHash(unsigned)
    rows.push({ ...unsigned, hash })
    prev_hash = hash
  }
  const next = { genesis: head.genesis, count: head.count + rows.length, hash: prev_hash }
  await db
    .with('written', (within) =>
      within.insertInto('journal').values(rows.map((row) => ({ ...row, data: JSON.stringify(row.data) }))),
    )
    .updateTable('journal_head')
    .set({ count: next.count, hash: next.hash, key_id: keys.current.id, signature: signHead(keys.current, next) })
    .$if(notices.length > 0, (update) => update.returning(notices.map((notice, at) => told(notice).as(`told_${at}`))))
    .execute()
}
