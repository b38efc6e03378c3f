import type { Clock } from './clock.ts'

/** How long what was read may be answered again, and how many answers are kept. */
interface Limits {
  readonly clock: Clock
  readonly lifeMs: number
  readonly most: number
}

/**
 * Answers that are asked for far more often than they change. Whoever hears of a change says `forget`; a reading that a change
 * may have overtaken is answered but not kept. The short life is for changes that nobody told of.
 */
export function openBriefMemory<T>({ clock, lifeMs, most }: Limits) {
  const kept = new Map<string, { readonly until: number; readonly value: T }>()
  let changes = 0

  const fresh = (key: string) => {
    const known = kept.get(key)
    return known && known.until > clock.now().getTime() ? known.value : undefined
  }

  return {
    /** What is kept under `key`, if anything. */
    peek: fresh,

    /** What is kept under `key`, else what `ask` answers now. Undefined is never kept. */
    async read(key: string, ask: () => Promise<T>): Promise<T> {
      const known = fresh(key)
      if (known !== undefined) return known
      const now = clock.now().getTime()
      const before = changes
      const value = await ask()
      if (before !== changes || value === undefined) return value
      kept.delete(key)
      if (kept.size >= most) kept.delete(kept.keys().next().value ?? key)
      kept.set(key, { until: now + lifeMs, value })
      return value
    },

    forget(key: string): void {
      changes += 1
      kept.delete(key)
    },

    forgetWhere(holds: (value: T) => boolean): void {
      changes += 1
      for (const [key, { value }] of kept) if (holds(value)) kept.delete(key)
    },

    forgetAll(): void {
      changes += 1
      kept.clear()
    },
  }
}
