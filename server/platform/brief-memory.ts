import type { Clock } from './clock.ts'

/** How long what was read may be answered again, and how many answers are kept. */
interface Limits {
  readonly clock: Clock
  readonly lifeMs: number
  readonly most: number
}

interface Kept<T> {
  readonly until: number
  readonly value: T
}

/**
 * Answers that are asked for far more often than they change. Whoever hears of a change says `forget`; a reading that a change
 * may have overtaken is answered but not kept. The short life is for changes that nobody told of.
 */
export function openBriefMemory<T>({ clock, lifeMs, most }: Limits) {
  // When the younger half is full, the older half goes as a whole: taking single entries from the front of a Map is slow.
  let younger = new Map<string, Kept<T>>()
  let older = new Map<string, Kept<T>>()
  let changes = 0

  const fresh = (key: string) => {
    const known = younger.get(key) ?? older.get(key)
    return known && known.until > clock.now().getTime() ? known.value : undefined
  }

  function keep(key: string, value: T, mark: number, since = clock.now().getTime()): void {
    if (mark !== changes || value === undefined) return
    if (younger.size >= most / 2) {
      older = younger
      younger = new Map()
    }
    younger.set(key, { until: since + lifeMs, value })
  }

  return {
    /** What is kept under `key`, if anything. */
    peek: fresh,

    /** What is kept under `key`, else what `ask` answers now. Undefined is never kept. */
    async read(key: string, ask: () => Promise<T>): Promise<T> {
      const known = fresh(key)
      if (known !== undefined) return known
      const since = clock.now().getTime()
      const mark = changes
      const value = await ask()
      keep(key, value, mark, since)
      return value
    },

    /** Where the changes stand: taken before something is read that `keep` is to be given. */
    mark: () => changes,

    /** Keeps what was read since `mark`, unless a change was heard of meanwhile. */
    keep: (key: string, value: T, mark: number): void => keep(key, value, mark),

    forget(key: string): void {
      changes += 1
      younger.delete(key)
      older.delete(key)
    },

    forgetWhere(holds: (value: T) => boolean): void {
      changes += 1
      for (const half of [younger, older]) for (const [key, { value }] of half) if (holds(value)) half.delete(key)
    },

    forgetAll(): void {
      changes += 1
      younger.clear()
      older.clear()
    },
  }
}
