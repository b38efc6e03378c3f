import type { Clock } from './clock.ts'
import type { RateLimit, RateVerdict } from './rate.ts'

interface Counter {
  hits: number
  endsAt: number
}

/** Keys of one limit at most; with more, the half that was met longest ago is forgotten. */
const mostKeys = 20_000

/** Counters of this process for one limit. They cost no query, and end with the process. */
export function openMemoryCounters(clock: Clock, { limit, window }: RateLimit) {
  let younger = new Map<string, Counter>()
  let older = new Map<string, Counter>()

  function counterOf(key: string, now: number): Counter {
    const known = younger.get(key) ?? older.get(key)
    if (known && known.endsAt > now) return known
    if (younger.size >= mostKeys / 2) {
      older = younger
      younger = new Map()
    }
    const fresh = { hits: 0, endsAt: now + window }
    younger.set(key, fresh)
    return fresh
  }

  return {
    hit(key: string, weight = 1): RateVerdict {
      const now = clock.now().getTime()
      const counter = counterOf(key, now)
      counter.hits += weight
      const allowed = counter.hits <= limit
      const resets = Math.max(1, Math.ceil((counter.endsAt - now) / 1000))
      return {
        allowed,
        left: Math.max(0, limit - counter.hits),
        resets,
        retryAfter: allowed ? 0 : resets,
        passed: !allowed && counter.hits - weight <= limit,
      }
    },

    forget(key: string): void {
      younger.delete(key)
      older.delete(key)
    },

    /** Keys remembered. */
    size: () => younger.size + older.size,
  }
}

export type MemoryCounters = ReturnType<typeof openMemoryCounters>
