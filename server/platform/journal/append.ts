import { type Kysely, sql } from 'kysely'
import type { JournalEntry } from '#contract/journal.ts'
import type { Clock } from '../clock.ts'
import { newOrderedId } from '../ids.ts'
import type { KeyRing } from '../keys.ts'
import { currentTrace } from '../trace.ts'
import {
  type JournalHead,
  type JournalRow,
  type JournalTables,
  journalHash,
  partsOfHead,
  shardOf,
  signed,
} from './chain.ts'

type NewHead = Pick<JournalHead, 'shard' | 'genesis' | 'count' | 'hash'>

/** Heads as they become, signed. */
function headsBecome(keys: KeyRing, heads: readonly NewHead[]) {
  const rows = heads.map(
    (head) =>
      sql`(${head.shard}::smallint, ${head.count}::bigint, ${head.hash}::bytea, ${signed(keys.current, partsOfHead(head))}::bytea)`,
  )
  return sql`update journal_head set count = become.count, hash = become.hash, key_id = ${keys.current.id}::bytea,
    signature = become.signature from (values ${sql.join(rows)}) as become (shard, count, hash, signature)
    where journal_head.shard = become.shard`
}

/** Signs the heads of a journal that has just been made. Called once at every start. */
export async function startJournal(db: Kysely<unknown>, keys: KeyRing): Promise<void> {
  await db
    .$extendTables<JournalTables>()
    .transaction()
    .execute(async (tx) => {
      const heads = await tx.selectFrom('journal_head').selectAll().orderBy('shard').forUpdate().execute()
      if (heads.some(({ count, signature }) => count > 0 || signature)) return
      await headsBecome(keys, heads).execute(tx)
    })
}

/** What listeners of a channel are told at commit. */
export interface Notice {
  readonly channel: string
  readonly payload: string
}

const told = (notices: readonly Notice[]) =>
  sql`select ${sql.join(notices.map(({ channel, payload }) => sql`pg_notify(${channel}, ${payload})`))}`

/** The end of a transaction: its entries and its notices, in as few statements as there are needed. */
export async function closeTransaction(
  tx: Kysely<unknown>,
  entries: JournalEntry[],
  notices: readonly Notice[],
  parts: { keys: KeyRing; clock: Clock },
): Promise<void> {
  if (entries.length > 0) return appendToJournal(tx, entries, parts, notices)
  if (notices.length > 0) await told(notices).execute(tx)
}

/**
 * Appends entries at the end of a transaction, under the locks of their chains' heads. The heads are locked in the order of their
 * numbers and nothing is locked after them, so that no two transactions wait for each other.
 */
export async function appendToJournal(
  tx: Kysely<unknown>,
  entries: JournalEntry[],
  { keys, clock }: { keys: KeyRing; clock: Clock },
  notices: readonly Notice[] = [],
): Promise<void> {
  if (entries.length === 0) return
  const db = tx.$extendTables<JournalTables>()
  const shards = new Set(entries.map(({ subject }) => shardOf(subject.id)))
  const locked = await db
    .selectFrom('journal_head')
    .selectAll()
    .where('shard', 'in', [...shards])
    .orderBy('shard')
    .forUpdate()
    .execute()
  const heads = new Map<number, NewHead>(locked.map((head) => [head.shard, head]))
  const rows = entries.map((entry): JournalRow => {
    const shard = shardOf(entry.subject.id)
    const head = heads.get(shard)
    if (!head) throw new Error(`the journal has no head ${shard}`)
    const at = clock.now()
    const unsigned = {
      shard,
      seq: head.count + 1,
      id: newOrderedId(at),
      at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      event: entry.event,
      subject_kind: entry.subject.kind,
      subject_id: entry.subject.id,
      data: { ...entry.data },
      trace_id: currentTrace() ?? null,
      prev_hash: head.hash,
    }
    const hash = journalHash(unsigned)
    heads.set(shard, { ...head, count: head.count + 1, hash })
    return { ...unsigned, hash }
  })
  const written = db.insertInto('journal').values(rows.map((row) => ({ ...row, data: JSON.stringify(row.data) })))
  await sql`with written as (${written}), moved as (${headsBecome(keys, [...heads.values()])})
    ${notices.length > 0 ? told(notices) : sql`select 1`}`.execute(tx)
}
