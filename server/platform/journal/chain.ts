import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalJson } from '../canonical.ts'
import type { KeyGeneration, KeyRing } from '../keys.ts'

/**
 * The journal is so many chains, so that a change waits only for those of its own chain. Written into the schema: another number is
 * another journal.
 */
export const shards = 64

/** The chain of a subject: its entries follow one another in it. */
export const shardOf = (subjectId: string): number => (createHash('sha256').update(subjectId).digest()[0] ?? 0) % shards

/** An entry as it is read back: `seq` counts from 1 within its chain, `id` sorts by time over all of them. */
export interface JournalRow {
  shard: number
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

/** The end of one chain. */
export type JournalHead = {
  shard: number
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

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
export const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0

/** SHA-256 over the previous hash and the canonical JSON of everything else in the row. */
export function journalHash(row: Omit<JournalRow, 'hash'> & { hash?: Uint8Array }): Buffer {
  const { prev_hash, hash: _, ...rest } = row
  return createHash('sha256')
    .update(prev_hash)
    .update(canonicalJson({ ...rest, at: row.at.toISOString() }))
    .digest()
}

/** What is wrong with an entry that is to follow `prev` in its chain. */
export function faultOf(row: JournalRow, expected: { seq: number; prev: Uint8Array }): string | undefined {
  if (row.seq > expected.seq) return 'an entry is missing'
  if (row.seq < expected.seq) return 'an entry was inserted out of turn'
  if (!same(row.prev_hash, expected.prev)) return 'the entry does not follow the one before it'
  if (!same(row.hash, journalHash(row))) return 'the entry was changed after it was written'
  return undefined
}

/** HMAC with a key of the journal's own, so that nobody without APP_KEY can shorten it and cover that. */
export function signed(key: KeyGeneration, parts: readonly (string | Uint8Array)[]): Buffer {
  const hmac = createHmac('sha256', key.derive('journal'))
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

/** Whether these parts carry a true signature of a key of the ring. */
export function isSigned(
  keys: KeyRing,
  { key_id, signature }: Pick<JournalHead, 'key_id' | 'signature'>,
  parts: readonly (string | Uint8Array)[],
): boolean {
  const key = key_id && keys.all.find((candidate) => candidate.id.equals(key_id))
  if (!key || signature?.length !== 32) return false
  return timingSafeEqual(signed(key, parts), signature)
}

/** What of a head is signed. */
export const partsOfHead = (head: Pick<JournalHead, 'shard' | 'genesis' | 'count' | 'hash'>) => [
  `${head.shard}:`,
  head.genesis,
  String(head.count),
  head.hash,
]

/** One hash for the state of the whole journal, hex. */
export function digestOf(heads: readonly Pick<JournalHead, 'shard' | 'count' | 'hash'>[]): string {
  const all = [...heads].sort((a, b) => a.shard - b.shard).map(({ shard, count, hash }) => [shard, count, hex(hash)])
  return createHash('sha256').update(canonicalJson(all)).digest('hex')
}
