import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import { fail } from './failure.ts'
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
}

export interface Rate {
  /** Counts a hit and says whether it is within the limit. Before the transaction, so that a refused call is counted too. */
  hit(scope: string, key: string, limit: RateLimit): Promise<RateVerdict>
  /** The same for whoever is simply turned away: throws `too_often`, with the seconds to wait. */
  within(scope: string, key: string, limit: RateLimit): Promise<void>
  /** Forgets the hits of a key, as after a right code. */
  forget(scope: string, key: string): Promise<void>
  /** Deletes windows that ended. */
  sweep(): Promise<void>
}

/** Counters in the database: shared by all servers, not lost at a restart. Keys (phones, addresses) are kept as an HMAC. */
export function openRate({ db: outer, clock, sealing }: { db: Db; clock: Clock; sealing: Sealing }): Rate {
  const db = outer.$extendTables<RateTables>()
  const blind = (scope: string, key: string) => sealing.index(`rate:${scope}`, key)

  const rate: Rate = {
    async hit(scope, key, { limit, window }) {
      const now = clock.now()
      const fresh = new Date(now.getTime() + window)
      const over = sql<boolean>`rate_counter.ends_at <= ${now}`
      const { hits, ends_at } = await db
        .insertInto('rate_counter')
        .values({ scope, key: blind(scope, key), hits: 1, ends_at: fresh })
        .onConflict((conflict) =>
          conflict.columns(['scope', 'key']).doUpdateSet({
            hits: sql<number>`case when ${over} then 1 else rate_counter.hits + 1 end`,
            ends_at: sql<Date>`case when ${over} then ${fresh}::timestamptz else rate_counter.ends_at end`,
          }),
        )
        .returning(['hits', 'ends_at'])
        .executeTakeFirstOrThrow()
      const allowed = hits <= limit
      const seconds = Math.max(1, Math.ceil((ends_at.getTime() - now.getTime()) / 1000))
      return { allowed, left: Math.max(0, limit - hits), retryAfter: allowed ? 0 : seconds }
    },
    async within(scope, key, limit) {
      const { allowed, retryAfter } = await rate.hit(scope, key, limit)
      if (!allowed) throw fail('too_often', { details: { retryAfter } })
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
