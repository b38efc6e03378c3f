import { type Duration, durationMs } from '#contract/durations.ts'
import {
  type Counted,
  type Figure,
  type FigureName,
  type LimitKey,
  type LimitName,
  type LimitOverrides,
  limits as table,
} from '#contract/limits.ts'
import type { Clock } from './clock.ts'
import { fail } from './failure.ts'
import { type MemoryCounters, openMemoryCounters } from './memory-counters.ts'
import type { Rate, RateLimit, RateVerdict } from './rate.ts'
import { openRefusals } from './refusals.ts'

/** What is known of a caller; figures of the rest are not counted by this call. */
export type Keys = Partial<Readonly<Record<LimitKey, string>>>

export interface Limits {
  /**
   * Counts a hit by every figure of the limit whose key is given, in the table's order, and throws `too_often` at the first that is
   * over: what comes after it is not counted. Only those counted in one place when `counted` is given.
   */
  take(name: LimitName, keys: Keys, counted?: Counted): Promise<void>
  /** The same for figures in memory, at once. */
  takeNow(name: LimitName, keys: Keys): void
  /** Counts a hit by one figure and says whether it is within; `weight` hits at once. */
  hit<Name extends LimitName>(name: Name, figure: FigureName<Name>, key: string, weight?: number): Promise<RateVerdict>
  /** `hit` for a caller who is simply turned away: throws `too_often`. */
  takeOne<Name extends LimitName>(name: Name, figure: FigureName<Name>, key: string): Promise<void>
  /** Forgets the hits of a key, as after a right code. */
  forget<Name extends LimitName>(name: Name, figure: FigureName<Name>, key: string): Promise<void>
  /** Hits and milliseconds of a figure, as this lender has it. */
  figureOf<Name extends LimitName>(name: Name, figure: FigureName<Name>): RateLimit
  /** Whether a limit has a figure by this key, counted there. */
  countsBy(name: LimitName, key: LimitKey, counted?: Counted): boolean
}

interface Counter extends RateLimit {
  readonly scope: string
  readonly by: LimitKey
  readonly counted: Counted
  readonly memory: MemoryCounters | null
  /** Set back by a right code, at any server: what it says now is known only to the database. */
  readonly forgettable: boolean
}

interface Parts {
  readonly rate: Rate
  readonly clock: Clock
}

/** The figures between two codes to one place. */
const isPause = (figure: string) => figure === 'pause' || figure === 'devicePause'

const refuse = ({ retryAfter }: RateVerdict) => fail('too_often', { details: { retryAfter } })

/** The table of limits with what the lender changes of it, and its counters. `codeResend`: the pause between two codes, where the lender says one. */
export function openLimits({ rate, clock }: Parts, overrides: LimitOverrides = {}, codeResend?: Duration): Limits {
  const counters = new Map<string, ReadonlyMap<string, Counter>>()
  for (const [name, { figures }] of Object.entries(table)) {
    const changes = overrides[name as LimitName] as Readonly<Record<string, Partial<Figure>>> | undefined
    const own = Object.entries(figures as Readonly<Record<string, Figure>>).map(([key, given]) => {
      const usual = codeResend && isPause(key) ? { ...given, window: codeResend } : given
      const { by, most, window, counted } = { ...usual, ...changes?.[key] }
      const limit = { limit: most, window: durationMs(window as Duration) }
      const memory = counted === 'memory' ? openMemoryCounters(clock, limit) : null
      return [key, { ...limit, scope: `${name}.${key}`, by, counted, memory, forgettable: isPause(key) }] as const
    })
    counters.set(name, new Map(own))
  }

  const countersOf = (name: LimitName) => [...(counters.get(name)?.values() ?? [])]
  const byName = new Map([...counters.keys()].map((name) => [name, countersOf(name as LimitName)]))

  function counterOf(name: string, figure: string): Counter {
    const counter = counters.get(name)?.get(figure)
    if (!counter) throw new Error(`no limit ${name}.${figure}`)
    return counter
  }

  const refusals = openRefusals(clock)

  async function count(counter: Counter, key: string, weight = 1): Promise<RateVerdict> {
    const { memory, scope, forgettable } = counter
    if (memory) return memory.hit(key, weight)
    if (forgettable) return rate.hit(scope, key, counter, weight)
    const subject = `${scope} ${key}`
    const standing = refusals.standing(subject)
    if (standing) return standing
    const verdict = await rate.hit(scope, key, counter, weight)
    refusals.keep(subject, verdict)
    return verdict
  }

  const limits: Limits = {
    async take(name, keys, counted) {
      for (const counter of byName.get(name) ?? []) {
        const key = keys[counter.by]
        if (key === undefined || (counted && counter.counted !== counted)) continue
        const verdict = await count(counter, key)
        if (!verdict.allowed) throw refuse(verdict)
      }
    },
    takeNow(name, keys) {
      for (const { memory, by } of byName.get(name) ?? []) {
        const key = keys[by]
        const verdict = key === undefined ? undefined : memory?.hit(key)
        if (verdict && !verdict.allowed) throw refuse(verdict)
      }
    },
    async hit(name, figure, key, weight = 1) {
      const counter = counterOf(name, figure)
      return count(counter, key, weight)
    },
    async takeOne(name, figure, key) {
      const verdict = await limits.hit(name, figure, key)
      if (!verdict.allowed) throw refuse(verdict)
    },
    async forget(name, figure, key) {
      const { memory, scope, forgettable } = counterOf(name, figure)
      if (!memory && !forgettable) throw new Error(`${scope} is set back by time alone`)
      if (memory) memory.forget(key)
      else await rate.forget(scope, key)
    },
    figureOf: (name, figure) => counterOf(name, figure),
    countsBy: (name, key, counted) =>
      (byName.get(name) ?? []).some((counter) => counter.by === key && (!counted || counter.counted === counted)),
  }
  return limits
}
