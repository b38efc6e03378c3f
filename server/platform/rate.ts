import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Sealing } from './sealing.ts'

type RateTables = {
  rate_counter: { scope: string; key: Uint8Array; hits: number; ends_at: Date }
}

export interface RateLimit {
  /** Hits allowed in a window. */
  limit: number
  /** Length of the window, milliseconds; it starts at the first hit. */
  window: number
}

export interface RateVerdict {
  allowed: boolean
  /** Hits left in the window. */
  left: number
  /** Whole seconds until the window ends, for Retry-After; 0 when allowed. */
  retryAfter: number
  /** Whole seconds until the window ends. */
  resets: number
  /** The first hit of the window over the limit: the moment to call it out, once. */
  passed: boolean
}

export interface Rate {
  /** Counts `weight` hits and says whether they are within the limit. Before the transaction, so that a refused call is counted too. */
  hit(scope: string, key: string, limit: RateLimit, weight?: number): Promise<RateVerdict>
  /** Forgets the hits of a key, as after a right code. */
  forget(scope: string, key: string): Promise<void>
  /** Deletes windows that ended. */
  sweep(): Promise<void>
}

/** Of an integer column; nobody needs to know how far over it is. */
const mostCounted = 2_000_000_000

/** Counters in the database: shared by all servers, not lost at a restart. Keys (phones, addresses) are kept as an HMAC. */
export function openRate({ db: outer, clock, sealing }: { db: Db; clock: Clock; sealing: Sealing }): Rate {
  const db = outer.$extendTables<RateTables>()
  const blind = (scope: string, key: string) => sealing.index(`rate:${scope}`, key)

  const rate: Rate = {
    async hit(scope, key, { limit, window }, weight = 1) {
      const now = clock.now()
      const fresh = new Date(now.getTime() + window)
      const over = sql<boolean>`rate_counter.ends_at <= ${now}`
      const { hits, ends_at } = await db
        .insertInto('rate_counter')
        .values({ scope, key: blind(scope, key), hits: weight, ends_at: fresh })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'key']).doUpdateSet({
            hits: sql<number>`case when ${over} then ${weight}::integer else least(rate_counter.hits + ${weight}::integer, ${mostCounted}) end`,
            ends_at: sql<Date>`case when ${over} then ${fresh}::timestamptz else rate_counter.ends_at end`,
          }),
        )
        .returning(['hits', 'ends_at'])
        .executeTakeFirstOrThrow()
      const allowed = hits <= limit
      const seconds = Math.max(1, Math.ceil((ends_at.getTime() - now.getTime()) / 1000))
      const left = Math.max(0, limit - hits)
      return {
        allowed,
        left,
        resets: seconds,
        retryAfter: allowed ? 0 : seconds,
        passed: !allowed && hits - weight <= limit,
      }
    },
    async forget(scope, key) {
      await db.deleteFrom('rate_counter').where('scope', '=', scope).where('key', '=', blind(scope, key)).execute()
    },
    async sweep() {
      await db.deleteFrom('rate_counter').where('ends_at', '<=', clock.now()).execute()
    },
  }
  return rate
}
