import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { canonicalJson } from '../canonical.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database.ts'
import type { KeyRing } from '../keys.ts'
import { digestOf, hex, isSigned, type JournalHead, same, signed } from './chain.ts'

/** A moment of all chains: the heads that have moved since the seal before. */
export interface Seal {
  number: number
  at: Date
  prev_hash: Uint8Array
  hash: Uint8Array
  heads: readonly SealedHead[]
}

/** Shard, entries in it, hash of the last, hex. */
export type SealedHead = readonly [shard: number, count: number, hash: string]

type SealRow = Omit<Seal, 'heads'> & Pick<JournalHead, 'key_id' | 'signature'>
type Tables = {
  journal_head: JournalHead
  journal_seal: SealRow
  journal_sealed_head: { number: number; shard: number; count: number; hash: Uint8Array }
}

/** SHA-256 over the seal before and the canonical JSON of this one. */
export const sealHash = ({ number, at, prev_hash, heads }: Omit<Seal, 'hash'>): Buffer =>
  createHash('sha256')
    .update(prev_hash)
    .update(canonicalJson({ number, at: at.toISOString(), heads }))
    .digest()

/** What the first seal follows: where all chains begin. */
export const beforeSeals = (heads: readonly Pick<JournalHead, 'shard' | 'genesis'>[]): Buffer =>
  Buffer.from(digestOf(heads.map(({ shard, genesis }) => ({ shard, count: 0, hash: genesis }))), 'hex')

/** What is wrong with a seal that is to follow `prev`. */
export function sealFault(seal: Seal, expected: { number: number; prev: Uint8Array }): string | undefined {
  if (seal.number !== expected.number) return 'a seal is missing'
  if (!same(seal.prev_hash, expected.prev)) return 'the seal does not follow the one before it'
  if (!same(seal.hash, sealHash(seal))) return 'the seal was changed after it was made'
  return undefined
}

export const sealIsSigned = (keys: KeyRing, seal: SealRow) => isSigned(keys, seal, ['seal', seal.hash])

/**
 * Seals the heads of all chains together, where one has moved since: a chain by itself put back to an older state no longer fits. By
 * any server, as often as it likes: of two at once one seal is kept.
 */
export async function sealJournal({ db: outer, keys, clock }: { db: Db; keys: KeyRing; clock: Clock }): Promise<void> {
  await outer
    .$extendTables<Tables>()
    .transaction()
    .execute(async (db) => {
      // The number first: what moves meanwhile is sealed with it, and whoever seals meanwhile takes it.
      const before = await db
        .selectFrom('journal_seal')
        .select(['number', 'hash'])
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirst()
      const { rows: moved } = await sql<Pick<JournalHead, 'shard' | 'count' | 'hash'>>`
        select head.shard, head.count, head.hash from journal_head head
        left join lateral (select count from journal_sealed_head sealed where sealed.shard = head.shard
          order by number desc limit 1) as known on true
        where head.count > coalesce(known.count, 0) order by head.shard`.execute(db)
      if (moved.length === 0) return
      const prev_hash = before?.hash ?? beforeSeals(await db.selectFrom('journal_head').selectAll().execute())
      const heads = moved.map(({ shard, count, hash }): SealedHead => [shard, count, hex(hash)])
      const unsigned = { number: (before?.number ?? 0) + 1, at: clock.now(), prev_hash, heads }
      const hash = sealHash(unsigned)
      const made = await db
        .insertInto('journal_seal')
        .values({
          number: unsigned.number,
          at: unsigned.at,
          prev_hash,
          hash,
          key_id: keys.current.id,
          signature: signed(keys.current, ['seal', hash]),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      if (made.numInsertedOrUpdatedRows === 0n) return
      await db
        .insertInto('journal_sealed_head')
        .values(moved.map((head) => ({ number: unsigned.number, ...head })))
        .execute()
    })
}

const batch = 500

/** Every seal from the first to a number, in order, some at a time. */
export async function* sealsUpTo(
  outer: Kysely<unknown>,
  until = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<Seal & SealRow> {
  const db = outer.$extendTables<Tables>()
  for (let last = 0; ; ) {
    const rows = await db
      .selectFrom('journal_seal')
      .selectAll()
      .where('number', '>', last)
      .where('number', '<=', until)
      .orderBy('number')
      .limit(batch)
      .execute()
    const end = rows.at(-1)
    if (!end) return
    const heads = await db
      .selectFrom('journal_sealed_head')
      .selectAll()
      .where('number', '>', last)
      .where('number', '<=', end.number)
      .orderBy('number')
      .orderBy('shard')
      .execute()
    const byNumber = new Map<number, SealedHead[]>(rows.map(({ number }) => [number, []]))
    for (const { number, shard, count, hash } of heads) byNumber.get(number)?.push([shard, count, hex(hash)])
    for (const row of rows)
      yield {
        ...row,
        heads: byNumber.get(row.number) ?? [],
      }
    last = end.number
  }
}

/** The number of the last seal, 0 where there is none. */
export async function lastSeal(outer: Kysely<unknown>): Promise<number> {
  const db = outer.$extendTables<Tables>()
  const row = await db
    .selectFrom('journal_seal')
    .select(({ fn }) => fn.max('number').as('number'))
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}
