import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Log } from './log.ts'
import { newTraceId, withSpan, withTrace } from './trace.ts'
import type { Tracing } from './tracing.ts'

type SweepTables = {
  sweep: { name: string; next_at: Date }
}

interface Sweep {
  name: string
  every: number
  handler: () => Promise<void>
}

export interface Sweeps {
  add(name: string, milliseconds: number, handler: () => Promise<void>): void
  start(): void
  /** Stops the timers and waits for a sweep that is running. */
  stop(): Promise<void>
}

/** A claim is looked for at least this often, so that a turn missed by a server that died is taken by another. */
const longestLook = 60_000

/** Takes the turn if it is due. One statement, so of several servers exactly one gets it. */
export async function claimSweep(db: Db, name: string, every: number, now: Date): Promise<boolean> {
  const next_at = new Date(now.getTime() + every)
  const claimed = await db
    .$extendTables<SweepTables>()
    .insertInto('sweep')
    .values({ name, next_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ next_at }).where('sweep.next_at', '<=', now))
    .returning('name')
    .execute()
  return claimed.length > 0
}

interface Parts {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly tracing: Tracing
  /** No other server can be at this database: frequent turns need not be written down. */
  readonly alone: boolean
  /** Nothing has been written for a while, and nobody else writes: see `seldom`. */
  readonly still?: (() => boolean) | undefined
}

/** Where nothing happens frequent work is looked at so often, ms: a server nobody visits costs next to nothing. */
const stillLook = 20_000

/** Whether it is time again: always while something happens, else now and then. */
export function seldom(still: () => boolean = () => false): () => boolean {
  let last = Number.NEGATIVE_INFINITY
  return () => {
    const now = performance.now()
    if (still() && now - last < stillLook) return false
    last = now
    return true
  }
}

/** Repeated work shared by all servers of one database: each has timers, the database gives the turn to one. */
export function openSweeps({ db, clock, log, tracing, alone, still }: Parts): Sweeps {
  const sweeps: Sweep[] = []
  const timers: NodeJS.Timeout[] = []
  const running = new Map<string, Promise<void>>()

  async function turn({ name, every, handler }: Sweep): Promise<void> {
    try {
      const free = alone && every < longestLook
      if (!free && !(await claimSweep(db, name, every, clock.now()))) return
      await withTrace(newTraceId(), () => withSpan(tracing, { name: `sweep ${name}`, kind: 'consumer' }, handler))
    } catch (error) {
      log.error({ err: error, sweep: name }, 'a sweep failed')
    }
  }

  function look(sweep: Sweep): void {
    if (running.has(sweep.name)) return
    running.set(
      sweep.name,
      turn(sweep).finally(() => running.delete(sweep.name)),
    )
  }

  return {
    add(name, every, handler) {
      if (sweeps.some((sweep) => sweep.name === name)) throw new Error(`Sweep ${name} is declared twice`)
      sweeps.push({ name, every, handler })
    },
    start() {
      for (const sweep of sweeps) {
        const isTime = seldom(still)
        look(sweep)
        timers.push(setInterval(() => isTime() && look(sweep), Math.min(sweep.every, longestLook)).unref())
      }
    },
    async stop() {
      for (const timer of timers.splice(0)) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
