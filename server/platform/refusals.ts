import type { Clock } from './clock.ts'
import type { RateVerdict } from './rate.ts'

/** Refusals remembered at most; the oldest are dropped first. */
const mostKept = 20_000

/**
 * Refusals this process still owes: until a window ends its answer is known, so that a caller who keeps asking costs the database
 * nothing. Only for counters that nothing but time sets back.
 */
export function openRefusals(clock: Clock) {
  const endsAt = new Map<string, number>()

  return {
    /** The refusal that still stands, or null. */
    standing(key: string): RateVerdict | null {
      const end = endsAt.get(key)
      if (end === undefined) return null
      const left = end - clock.now().getTime()
      if (left > 0)
        return {
          allowed: false,
          left: 0,
          resets: Math.ceil(left / 1000),
          retryAfter: Math.ceil(left / 1000),
          passed: false,
        }
      endsAt.delete(key)
      return null
    },
    keep(key: string, { allowed, retryAfter }: RateVerdict): void {
      if (allowed) return
      const [oldest] = endsAt.keys()
      if (oldest !== undefined && endsAt.size >= mostKept) endsAt.delete(oldest)
      endsAt.set(key, clock.now().getTime() + retryAfter * 1000)
    },
  }
}
